import { and, asc, eq, isNotNull, isNull, ne, sql } from "drizzle-orm";
import { union } from "drizzle-orm/pg-core";

import type { Db } from "#server/platform/db/open-db.ts";
import type { PageKey, SectionKey } from "#server/platform/db/row-keys.ts";
import { artifacts, sectionFacts, sectionSources } from "#server/platform/db/tables/artifacts.ts";
import { projects, repositories } from "#server/platform/db/tables/projects.ts";

export type SourceRow = typeof sectionSources.$inferSelect;

/** A repository of an organization, or the project whose external context it is. */
export interface CodeKey {
  organizationId: string;
  repositoryId: string;
}

const isSection = (key: SectionKey) =>
  and(eq(sectionSources.organizationId, key.organizationId), eq(sectionSources.sectionId, key.sectionId));

const isPage = (key: PageKey) =>
  and(eq(sectionSources.organizationId, key.organizationId), eq(sectionSources.artifactId, key.artifactId));

/** In the order of their numbers. */
export async function listSectionRows(db: Db, key: SectionKey): Promise<SourceRow[]> {
  return await db.select().from(sectionSources).where(isSection(key)).orderBy(asc(sectionSources.number));
}

/** Section by section, each in the order of its numbers. */
export async function listPageRows(db: Db, key: PageKey): Promise<SourceRow[]> {
  return await db
    .select()
    .from(sectionSources)
    .where(isPage(key))
    .orderBy(asc(sectionSources.sectionId), asc(sectionSources.number));
}

const inSections = ({ organizationId, sectionIds }: { organizationId: string; sectionIds: readonly string[] }) =>
  and(
    eq(sectionSources.organizationId, organizationId),
    sql`${sectionSources.sectionId} = any(${sql.param([...sectionIds])}::uuid[])`,
  );

/** Section by section, each in the order of its numbers. */
export async function listRowsOfSections(
  db: Db,
  key: { organizationId: string; sectionIds: readonly string[] },
): Promise<SourceRow[]> {
  return await db
    .select()
    .from(sectionSources)
    .where(inSections(key))
    .orderBy(asc(sectionSources.sectionId), asc(sectionSources.number));
}

/** A statement may carry some 65,000 values. */
const rowsAStatement = 4000;

/** Replaces all rows of the sections. */
export async function replaceRows(
  db: Db,
  key: { organizationId: string; sectionIds: readonly string[] },
  rows: readonly SourceRow[],
): Promise<void> {
  await db.delete(sectionSources).where(inSections(key));
  for (let start = 0; start < rows.length; start += rowsAStatement)
    await db.insert(sectionSources).values(rows.slice(start, start + rowsAStatement));
}

/** Sections of an organization that rest on lines which changed, or list facts of which there are others now; each once. */
function changedSections(db: Db, { organizationId }: { organizationId: string }) {
  const bySources = db
    .select({ artifactId: sectionSources.artifactId, sectionId: sectionSources.sectionId })
    .from(sectionSources)
    .where(and(eq(sectionSources.organizationId, organizationId), isNotNull(sectionSources.changedAt)));
  const byFacts = db
    .select({ artifactId: sectionFacts.artifactId, sectionId: sectionFacts.sectionId })
    .from(sectionFacts)
    .where(and(eq(sectionFacts.organizationId, organizationId), isNotNull(sectionFacts.changedAt)));
  return union(bySources, byFacts).as("changed");
}

/** How many sections of each page rest on lines that changed; pages without any are left out. */
export async function countChangedSections(
  db: Db,
  organizationId: string,
  artifactIds: readonly string[],
): Promise<Map<string, number>> {
  if (artifactIds.length === 0) return new Map();
  const changed = changedSections(db, { organizationId });
  const isWanted = sql`${changed.artifactId} = any(${sql.param([...artifactIds])}::uuid[])`;
  const rows = await db
    .select({ artifactId: changed.artifactId, stale: sql<number>`count(*)::int` })
    .from(changed)
    .where(isWanted)
    .groupBy(changed.artifactId);
  return new Map(rows.map((row) => [row.artifactId, row.stale]));
}

export async function listChangedSectionIds(
  db: Db,
  scope: { organizationId: string; artifactId?: string; projectId?: string },
): Promise<string[]> {
  const { organizationId, artifactId, projectId } = scope;
  const changed = changedSections(db, { organizationId });
  const rows = await db
    .select({ sectionId: changed.sectionId })
    .from(changed)
    .innerJoin(artifacts, eq(artifacts.artifactId, changed.artifactId))
    .where(
      and(
        artifactId === undefined ? undefined : eq(changed.artifactId, artifactId),
        projectId === undefined ? undefined : eq(artifacts.projectId, projectId),
      ),
    );
  return rows.map((row) => row.sectionId);
}

const ofCode = (key: CodeKey) =>
  and(eq(sectionSources.organizationId, key.organizationId), eq(sectionSources.repositoryId, key.repositoryId));

/** The blob compared last: null for unchanged lines, else the blob in which they were missing, "" for no such file. */
const missedIn = sql<string | null>`case when ${sectionSources.changedAt} is not null
  then coalesce(${sectionSources.comparedBlob}, '') end`;

/** Rows with lines in, or missing from, the same blob of the same file. */
export interface SourceGroup {
  path: string;
  /** "" where it is not known; then all rows of the group are of one commit. */
  blob: string;
  missedIn: string | null;
  /** One at which the file has this content. */
  commit: string;
}

const unknownAt = sql<string>`case when ${sectionSources.blob} = '' then ${sectionSources.commit} else '' end`;

/** What is cited of a repository. */
export async function listGroups(db: Db, key: CodeKey): Promise<SourceGroup[]> {
  const { path, blob, commit } = sectionSources;
  return await db
    .select({ path, blob, missedIn, commit: sql<string>`min(${commit})` })
    .from(sectionSources)
    .where(ofCode(key))
    .groupBy(path, blob, missedIn, unknownAt);
}

export async function listRowsOfPaths(db: Db, key: CodeKey, paths: readonly string[]): Promise<SourceRow[]> {
  if (paths.length === 0) return [];
  const isWanted = sql`${sectionSources.path} = any(${sql.param([...paths])}::text[])`;
  return await db
    .select()
    .from(sectionSources)
    .where(and(ofCode(key), isWanted));
}

/** Rows of the repository that are in none of the given groups. */
export async function listRowsBeside(db: Db, key: CodeKey, groups: readonly SourceGroup[]): Promise<SourceRow[]> {
  const column = (pick: (group: SourceGroup) => string | null) => sql`${sql.param(groups.map(pick))}::text[]`;
  const isInGroup = sql`exists (
    select 1 from unnest(${column((one) => one.path)}, ${column((one) => one.blob)},
      ${column((one) => one.missedIn ?? "standing")}) as kept (path, blob, missed_in)
    where kept.path = ${sectionSources.path} and kept.blob = ${sectionSources.blob}
      and kept.missed_in = coalesce(${missedIn}, 'standing'))`;
  return await db
    .select()
    .from(sectionSources)
    .where(and(ofCode(key), sql`not ${isInGroup}`));
}

/** What following found out about a row. */
export type RowChange = Omit<SourceRow, "organizationId" | "artifactId" | "repositoryId" | "hash">;

export async function changeRows(db: Db, key: CodeKey, changes: readonly RowChange[]): Promise<void> {
  const column = (type: "uuid" | "int" | "text" | "timestamptz", pick: (row: RowChange) => unknown) =>
    sql`${sql.param(changes.map(pick))}::${sql.raw(type)}[]`;
  await db.execute(
    sql`update ${sectionSources} set path = now.path, start_line = now.start_line, end_line = now.end_line,
          "commit" = now."commit", blob = now.blob, changed_at = now.changed_at, changed_commit = now.changed_commit,
          compared_blob = now.compared_blob
        from unnest(${column("uuid", (row) => row.sectionId)}, ${column("int", (row) => row.number)},
          ${column("text", (row) => row.path)}, ${column("int", (row) => row.startLine)},
          ${column("int", (row) => row.endLine)}, ${column("text", (row) => row.commit)},
          ${column("text", (row) => row.blob)}, ${column("timestamptz", (row) => row.changedAt?.toISOString() ?? null)},
          ${column("text", (row) => row.changedCommit)}, ${column("text", (row) => row.comparedBlob)})
          as now (section_id, number, path, start_line, end_line, "commit", blob, changed_at, changed_commit, compared_blob)
        where ${sectionSources.sectionId} = now.section_id and ${sectionSources.number} = now.number and ${ofCode(key)}`,
  );
}

/** Sets the commit of all unchanged rows; their lines are there at this commit. */
export async function moveCommits(db: Db, code: CodeKey & { commit: string }): Promise<void> {
  const isElsewhere = and(isNull(sectionSources.changedAt), ne(sectionSources.commit, code.commit));
  await db
    .update(sectionSources)
    .set({ commit: code.commit })
    .where(and(ofCode(code), isElsewhere));
}

/** Marks all rows of the repository as changed for good: there is no code any more that could contain their lines. */
export async function markAllChanged(db: Db, key: CodeKey, changedAt: Date): Promise<void> {
  await db
    .update(sectionSources)
    .set({ changedAt, comparedBlob: null })
    .where(and(ofCode(key), isNull(sectionSources.changedAt)));
}

/** The commit of a repository's index; with `isHeld` it is locked until the transaction `db` ends. */
export async function findCodeRow(db: Db, key: CodeKey, { isHeld }: { isHeld: boolean }) {
  const { connection, indexedCommit, projectId } = repositories;
  const query = db
    .select({ connection, indexedCommit, projectId })
    .from(repositories)
    .where(and(eq(repositories.organizationId, key.organizationId), eq(repositories.repositoryId, key.repositoryId)));
  const [row] = await (isHeld ? query.for("share") : query);
  return row ?? null;
}

/** Whether there is such a product; held, nobody moves the index of its external context before `db` ends. */
export async function hasProjectRow(db: Db, key: CodeKey, { isHeld }: { isHeld: boolean }): Promise<boolean> {
  const query = db
    .select({ slug: projects.slug })
    .from(projects)
    .where(and(eq(projects.organizationId, key.organizationId), eq(projects.projectId, key.repositoryId)));
  return (await (isHeld ? query.for("share") : query)).length > 0;
}
