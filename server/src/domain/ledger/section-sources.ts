import type { FactKind, Source } from "@cairn/contract/sources";

import type { Ctx } from "#server/ctx.ts";
import type { Db } from "#server/platform/db/open-db.ts";

import { createSourceChecker, doesNotResolve } from "./check-sources.ts";
import { listChangedFactsOfPage } from "./facts.store.ts";
import { findCode, type CitedCode } from "./find-code.ts";
import { countChangedSections, listChangedSectionIds, listPageRows } from "./ledger.store.ts";
import { toSource } from "./to-source.ts";
import { writePageSources, type CitingSection } from "./write-page-sources.ts";

/** The same for one section; for several of a page `writePageSources` is much quicker. */
export async function writeSectionSources(
  ctx: Ctx,
  tx: Db,
  section: CitingSection & { organizationId: string; artifactId: string },
): Promise<void> {
  await writePageSources(ctx, tx, section, [section]);
}

/**
 * Checks that every source is lines of a repository of the organization (with a project: of that project) as they are
 * at the source's commit. Throws `unprocessable` naming the first that is not; a foreign repository looks like a
 * missing one. The caller has checked the right.
 */
export async function resolveSources(
  ctx: Ctx,
  { organizationId, projectId }: { organizationId: string; projectId?: string },
  sources: readonly Source[],
): Promise<{ resolved: Source[] }> {
  const check = createSourceChecker(ctx);
  const codes = new Map<string, CitedCode | null>();
  for (const source of sources) {
    const { repositoryId } = source;
    const known = codes.get(repositoryId);
    const found = known ?? (await findCode(ctx, { organizationId, repositoryId }, { db: ctx.db, isHeld: false }));
    codes.set(repositoryId, found);
    const isOfProject = projectId === undefined || found?.projectId === projectId;
    if ((await check(isOfProject ? found : null, source)) === null) throw doesNotResolve(source);
  }
  return { resolved: sources.map(toSource) };
}

export interface SectionSources {
  /** Where the lines are now; for changed lines, where they were last. */
  sources: Source[];
  /** Which of them changed, counted from 1. A section is stale exactly when there are any, or changed lists. */
  changed: number[];
  /** Kinds of facts that it lists or counts and of which there are others now. */
  changedLists: FactKind[];
}

/** The sources of a page by section; sections without any are left out. The caller has checked the right. */
export async function readPageSources(
  db: Db,
  key: { organizationId: string; artifactId: string },
): Promise<Map<string, SectionSources>> {
  const sections = new Map<string, SectionSources>();
  const sectionOf = (sectionId: string): SectionSources => {
    const section = sections.get(sectionId) ?? { sources: [], changed: [], changedLists: [] };
    sections.set(sectionId, section);
    return section;
  };
  for (const row of await listPageRows(db, key)) {
    const section = sectionOf(row.sectionId);
    section.sources.push(toSource(row));
    if (row.changedAt !== null) section.changed.push(row.number);
  }
  for (const { sectionId, kind } of await listChangedFactsOfPage(db, key)) sectionOf(sectionId).changedLists.push(kind);
  return sections;
}

/** How many stale sections each page has; pages without any are left out. The caller has checked the right. */
export async function countStaleSections(
  db: Db,
  organizationId: string,
  artifactIds: readonly string[],
): Promise<Map<string, number>> {
  return await countChangedSections(db, organizationId, artifactIds);
}

/** The stale sections of an organization, or of one page or product of it. The caller has checked the right. */
export async function listStaleSectionIds(
  db: Db,
  scope: { organizationId: string; artifactId?: string; projectId?: string },
): Promise<string[]> {
  return await listChangedSectionIds(db, scope);
}
