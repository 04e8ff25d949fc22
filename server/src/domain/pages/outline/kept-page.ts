import type { Source } from "@cairn/contract/sources";

import { readPageSources } from "#server/domain/ledger/section-sources.ts";
import type { CitingSection } from "#server/domain/ledger/write-page-sources.ts";
import { readPageRows, type PageRows } from "#server/domain/pages/store/outline.store.ts";
import type { Db } from "#server/platform/db/open-db.ts";
import type { PageKey } from "#server/platform/db/row-keys.ts";

/** A page as it was when it was dropped. */
export interface KeptPage extends PageRows {
  /** Where the lines stood that its sections cite. */
  sources: Record<string, Source[]>;
}

/** Null where the page is gone. */
export async function readKeptPage(db: Db, key: PageKey): Promise<KeptPage | null> {
  const rows = await readPageRows(db, key);
  if (rows === null) return null;
  const cited = await readPageSources(db, key);
  return { ...rows, sources: Object.fromEntries([...cited].map(([id, { sources }]) => [id, sources])) };
}

/** Columns that hold a moment, which JSON has as text. */
const momentNames = new Set(["createdAt", "updatedAt", "generatedAt", "fetchedAt", "pausedAt"]);

/** What was kept as JSON, with its moments. */
export function reviveKeptPage(kept: unknown): KeptPage {
  return JSON.parse(JSON.stringify(kept), (name, value: unknown) =>
    momentNames.has(name) && typeof value === "string" ? new Date(value) : value,
  ) as KeptPage;
}

/** Sections with what they cite and list, to be followed to where the code is now. */
export function citingSectionsOf({ sections, versions, sources }: KeptPage): CitingSection[] {
  return sections.map(({ sectionId, versionId }) => ({
    sectionId,
    sources: sources[sectionId] ?? [],
    lists: versions.find((version) => version.versionId === versionId)?.lists ?? [],
    isRestored: true,
  }));
}
