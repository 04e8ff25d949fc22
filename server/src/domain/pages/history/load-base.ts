import { notFound } from "@cairn/contract/errors";

import { versionState } from "#server/domain/pages/sections/load-current.ts";
import type { PageState, SectionState } from "#server/domain/pages/sections/merge-sections.ts";
import type { ArtifactRow } from "#server/domain/pages/store/artifacts.store.ts";
import { findRevisionRow, type NamedRevisionRow } from "#server/domain/pages/store/revisions.store.ts";
import { listVersionRows, listWrittenVersions } from "#server/domain/pages/store/sections.store.ts";
import type { Db } from "#server/platform/db/open-db.ts";

/**
 * The page as an editor had it at this revision. Sections that never had a text are in no revision: they
 * are taken as they are now. Throws when the page never had the revision.
 */
export async function loadBase(
  db: Db,
  page: ArtifactRow,
  { revision, theirs, sent }: { revision: number; theirs: PageState; sent: readonly SentText[] },
): Promise<PageState> {
  const found = await findRevisionRow(db, page, revision);
  if (!found) throw notFound("Revision");
  const versions = await listRevisionVersions(db, page, found);
  const sections = versions.map(versionState);
  const known = new Set(sections.map((section) => section.sectionId));
  const textless = theirs.sections.filter((section) => !known.has(section.sectionId) && section.content === "");
  return {
    title: found.title,
    sections: await asSeen(db, page, { since: found.createdAt, sent, sections: [...sections, ...textless] }),
  };
}

/** The texts of a revision in their order. */
export async function listRevisionVersions(
  db: Db,
  page: { organizationId: string; artifactId: string },
  { versionIds }: Pick<NamedRevisionRow, "versionIds">,
) {
  const versions = new Map(
    (await listVersionRows(db, page, versionIds)).map((version) => [version.versionId, version]),
  );
  return versionIds.flatMap((versionId) => versions.get(versionId) ?? []);
}

interface SentText {
  sectionId?: string | undefined;
  content: string;
}

/**
 * A writer publishes section by section and closes its revision at the end. Who opened the page in between saw some of
 * its texts already: one that comes back word for word is one nobody touched.
 */
async function asSeen(
  db: Db,
  page: ArtifactRow,
  { since, sent, sections }: { since: Date; sent: readonly SentText[]; sections: SectionState[] },
): Promise<SectionState[]> {
  const contents = new Map(sent.map((one) => [one.sectionId, one.content]));
  const isOther = ({ sectionId, prompt, content }: SectionState) =>
    prompt !== null && (contents.get(sectionId) ?? content) !== content;
  if (!sections.some(isOther)) return sections;
  const written = await listWrittenVersions(db, page, since);
  return sections.map((section) => {
    if (!isOther(section)) return section;
    const content = contents.get(section.sectionId);
    const seen = written.find((one) => one.sectionId === section.sectionId && one.content === content);
    return seen ? { ...section, content: seen.content, sources: seen.sources, writtenBy: seen.writtenBy } : section;
  });
}
