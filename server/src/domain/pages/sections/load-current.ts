import { readPageSources } from "#server/domain/ledger/section-sources.ts";
import { listSectionRows } from "#server/domain/pages/store/artifacts.store.ts";
import type { VersionRow } from "#server/domain/pages/store/sections.store.ts";
import type { Db } from "#server/platform/db/open-db.ts";

import type { PageState, SectionState } from "./merge-sections.ts";
import type { CurrentSection } from "./plan-section.ts";

/** The current sections of a page, in their order. */
export async function loadCurrent(
  db: Db,
  page: { organizationId: string; artifactId: string },
): Promise<Map<string, CurrentSection>> {
  const rows = await listSectionRows(db, page);
  const sources = await readPageSources(db, page);
  return new Map(rows.map((row) => [row.sectionId, { row, sources: sources.get(row.sectionId)?.sources ?? [] }]));
}

export function currentState(title: string, current: ReadonlyMap<string, CurrentSection>): PageState {
  return { title, sections: [...current.values()].map(({ row, sources }) => toState(row, sources)) };
}

export function versionState(version: VersionRow): SectionState {
  return toState(version, version.sources);
}

function toState(row: Omit<SectionState, "sources">, sources: SectionState["sources"]): SectionState {
  const { sectionId, title, prompt, output, content, writtenBy } = row;
  return { sectionId, title, prompt: prompt || null, output, content, sources, writtenBy };
}
