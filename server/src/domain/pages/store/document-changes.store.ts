import { and, desc, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import type { Db } from "#server/platform/db/open-db.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";
import { artifactRevisions, artifacts, sectionVersions } from "#server/platform/db/tables/artifacts.ts";

/** A text that took the place of another one of its section. */
export interface RewrittenRow {
  artifactId: string;
  title: string;
  section: string;
  commit: string;
  /** Of the first thing that it cites or lists; null where it does neither. */
  repositoryId: string | null;
  writtenBy: string | null;
  createdAt: Date;
}

/** Revisions that are looked at; a push makes one of each page that it touches. */
const maxRevisions = 100;

/** The newest revisions by writers, each with the texts of the one before it. */
function selectRecent(db: Db, { organizationId, projectId }: ProjectKey) {
  const former = alias(artifactRevisions, "former");
  const { artifactId, revision, createdAt, versionIds, cause } = artifactRevisions;
  return db
    .select({
      artifactId,
      title: artifacts.title,
      createdAt,
      versionIds,
      formerIds: sql<string[]>`${former.versionIds}`.as("former_ids"),
    })
    .from(artifactRevisions)
    .innerJoin(artifacts, eq(artifacts.artifactId, artifactId))
    .innerJoin(former, and(eq(former.artifactId, artifactId), eq(former.revision, sql`${revision} - 1`)))
    .where(and(eq(artifacts.organizationId, organizationId), eq(artifacts.projectId, projectId), eq(cause, "written")))
    .orderBy(desc(createdAt))
    .limit(maxRevisions)
    .as("recent");
}

/** What writers rewrote on the pages of a project, newest first: not what they wrote for the first time. */
export async function listRewritten(db: Db, project: ProjectKey): Promise<RewrittenRow[]> {
  const recent = selectRecent(db, project);
  const before = alias(sectionVersions, "before");
  const { versionId, sectionId, sources, lists, commit, writtenBy, content } = sectionVersions;
  const isOwn = (table: typeof before | typeof sectionVersions) => eq(table.organizationId, project.organizationId);
  const rows = await db
    .select({
      artifactId: recent.artifactId,
      title: recent.title,
      section: sectionVersions.title,
      commit,
      repositoryId: sql<string | null>`coalesce(${sources}->0->>'repositoryId', ${lists}->0->>'repositoryId')`,
      writtenBy,
      createdAt: recent.createdAt,
    })
    .from(recent)
    .innerJoin(
      sectionVersions,
      and(
        isOwn(sectionVersions),
        sql`${versionId} = any(${recent.versionIds})`,
        sql`not ${versionId} = any(${recent.formerIds})`,
      ),
    )
    .innerJoin(
      before,
      and(isOwn(before), eq(before.sectionId, sectionId), sql`${before.versionId} = any(${recent.formerIds})`),
    )
    .where(sql`${commit} is not null and ${before.content} <> ${content}`)
    .orderBy(desc(recent.createdAt), recent.title, sectionVersions.title);
  return rows.flatMap((row) => (row.commit === null ? [] : { ...row, commit: row.commit }));
}
