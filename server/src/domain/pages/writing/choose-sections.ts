import { AppError, notFound } from "@cairn/contract/errors";

import { listStaleSectionIds } from "#server/domain/ledger/section-sources.ts";
import { listSectionRows, type SectionRow } from "#server/domain/pages/store/artifacts.store.ts";
import type { Db } from "#server/platform/db/open-db.ts";

/**
 * The sections of a page that somebody wants to have written again: those that were named, else every Auto section that
 * is stale or failed and not waiting for a person's word. Throws where one of the named cannot be written.
 */
export async function chooseSections(
  db: Db,
  page: { organizationId: string; artifactId: string },
  sectionIds: readonly string[] | undefined,
): Promise<SectionRow[]> {
  const rows = await listSectionRows(db, page);
  if (sectionIds === undefined) {
    const stale = new Set(await listStaleSectionIds(db, page));
    return rows.filter((row) => isAuto(row) && isFree(row) && (row.status === "failed" || stale.has(row.sectionId)));
  }
  const chosen = rows.filter((row) => sectionIds.includes(row.sectionId));
  if (chosen.length < new Set(sectionIds).size) throw notFound("Section");
  const fixed = chosen.find((row) => !isAuto(row));
  if (fixed) throw new AppError("conflict", { message: `“${fixed.title}” has no instructions to write it from` });
  return chosen;
}

function isAuto(row: SectionRow): boolean {
  return row.prompt !== null && row.prompt !== "";
}

function isFree(row: SectionRow): boolean {
  return row.pausedAt === null && row.heldVersionId === null;
}
