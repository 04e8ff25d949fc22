import { and, asc, eq, isNull, sql } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";
import { artifacts, sections, sectionSources } from "#server/platform/db/tables/artifacts.ts";

/** Lines that a section rests on. */
export interface CitingRow {
  artifactId: string;
  pageTitle: string;
  sectionId: string;
  sectionTitle: string;
  repositoryId: string;
  path: string;
  startLine: number;
  endLine: number;
}

/** Pages about everything cite everything; this is more than a hundred sections have. */
const maxRows = 3_000;

/** What the sections that cite one of these files rest on, section by section, without lines that changed since. */
export async function listCitingRows(
  db: Db,
  { organizationId, projectId }: ProjectKey,
  files: readonly { repositoryId: string; path: string }[],
): Promise<CitingRow[]> {
  const [repositoryIds, paths] = [files.map((file) => file.repositoryId), files.map((file) => file.path)];
  const { artifactId, sectionId, repositoryId, path, startLine, endLine } = sectionSources;
  const isCiting = sql`${sectionId} in (
    select cited.section_id from ${sectionSources} cited
      join unnest(${sql.param(repositoryIds)}::uuid[], ${sql.param(paths)}::text[]) as file(repository_id, path)
        on cited.repository_id = file.repository_id and cited.path = file.path
    where cited.organization_id = ${organizationId} and cited.changed_at is null)`;
  return await db
    .select({
      artifactId,
      pageTitle: artifacts.title,
      sectionId,
      sectionTitle: sections.title,
      repositoryId,
      path,
      startLine,
      endLine,
    })
    .from(sectionSources)
    .innerJoin(sections, eq(sections.sectionId, sectionId))
    .innerJoin(artifacts, eq(artifacts.artifactId, artifactId))
    .where(
      and(
        eq(sectionSources.organizationId, organizationId),
        eq(artifacts.projectId, projectId),
        isNull(sectionSources.changedAt),
        isCiting,
      ),
    )
    .orderBy(asc(sectionId), asc(sectionSources.number))
    .limit(maxRows);
}
