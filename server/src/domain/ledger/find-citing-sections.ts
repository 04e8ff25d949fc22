import type { Db } from "#server/platform/db/open-db.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";

import { listCitingRows, type CitingRow } from "./citing-sections.store.ts";

/** A section of a page with the lines of code that it rests on. */
export interface CitingPageSection extends Pick<CitingRow, "artifactId" | "pageTitle" | "sectionId" | "sectionTitle"> {
  sources: Pick<CitingRow, "repositoryId" | "path" | "startLine" | "endLine">[];
}

/**
 * The sections of a product's pages that cite one of these files, with all that they rest on but lines that changed
 * since. The caller has already checked the right.
 */
export async function findCitingSections(
  db: Db,
  project: ProjectKey,
  files: readonly { repositoryId: string; path: string }[],
): Promise<CitingPageSection[]> {
  const rows = files.length === 0 ? [] : await listCitingRows(db, project, files);
  return [...Map.groupBy(rows, ({ sectionId }) => sectionId).values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const { artifactId, pageTitle, sectionId, sectionTitle } = first;
    const sources = own.map(({ repositoryId, path, startLine, endLine }) => ({
      repositoryId,
      path,
      startLine,
      endLine,
    }));
    return [{ artifactId, pageTitle, sectionId, sectionTitle, sources }];
  });
}
