import { revisionSummarySchema, type RevisionSummary } from "@cairn/contract/page-history";

import type { NamedRevisionRow } from "#server/domain/pages/store/revisions.store.ts";
import { toEntity } from "#server/to-entity.ts";

const maxChangedSections = 20;

/** What is compared of a text: which section it is of, and its title then. */
interface TitledVersion {
  sectionId: string;
  title: string;
}

/** A revision as lists show it; `before` is null for the first one, where everything is new. */
export function describeRevision(
  row: NamedRevisionRow,
  before: NamedRevisionRow | null,
  versions: ReadonlyMap<string, TitledVersion>,
): RevisionSummary {
  return toEntity(revisionSummarySchema, {
    ...row,
    createdBy: row.creator,
    changedSections: changedTitles(row, before, versions).slice(0, maxChangedSections),
  });
}

/** Titles of sections that got another text, then of those that are gone. */
function changedTitles(
  row: NamedRevisionRow,
  before: NamedRevisionRow | null,
  versions: ReadonlyMap<string, TitledVersion>,
): string[] {
  const former = new Set(before?.versionIds);
  const changed = row.versionIds.filter((id) => !former.has(id)).flatMap((id) => versions.get(id) ?? []);
  const kept = new Set(row.versionIds.map((id) => versions.get(id)?.sectionId));
  const removed = [...former].flatMap((id) => versions.get(id) ?? []).filter(({ sectionId }) => !kept.has(sectionId));
  return [...changed, ...removed].map(({ title }) => title);
}
