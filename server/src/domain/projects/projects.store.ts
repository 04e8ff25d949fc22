import { and, asc, count, eq, isNull, notInArray, or, sql } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";
import { artifacts } from "#server/platform/db/tables/artifacts.ts";
import { projects } from "#server/platform/db/tables/projects.ts";
import { tasks } from "#server/platform/db/tables/tasks.ts";

export type ProjectRow = typeof projects.$inferSelect;
export type FirstPagesStep = NonNullable<ProjectRow["pagesWriting"]>;
export type NewProject = typeof projects.$inferInsert;

const isProject = (key: ProjectKey) =>
  and(eq(projects.organizationId, key.organizationId), eq(projects.projectId, key.projectId));

export async function insertProject(db: Db, project: NewProject): Promise<void> {
  await db.insert(projects).values(project);
}

export async function findProjectRow(db: Db, key: ProjectKey): Promise<ProjectRow | null> {
  const [row] = await db.select().from(projects).where(isProject(key));
  return row ?? null;
}

/** Oldest first: what is added while somebody turns pages comes last, so that nothing is skipped or shown twice. */
export async function listProjectRows(
  db: Db,
  organizationId: string,
  page: { limit: number; offset: number },
): Promise<{ rows: ProjectRow[]; total: number }> {
  const inOrganization = eq(projects.organizationId, organizationId);
  const rows = await db
    .select()
    .from(projects)
    .where(inOrganization)
    .orderBy(asc(projects.createdAt), asc(projects.projectId))
    .limit(page.limit)
    .offset(page.offset);
  const [counted] = await db.select({ total: count() }).from(projects).where(inOrganization);
  return { rows, total: counted?.total ?? 0 };
}

/** By name. */
export async function selectProjectNames(
  db: Db,
  organizationId: string,
): Promise<{ projectId: string; slug: string; name: string }[]> {
  return await db
    .select({ projectId: projects.projectId, slug: projects.slug, name: projects.name })
    .from(projects)
    .where(eq(projects.organizationId, organizationId))
    .orderBy(asc(projects.name), asc(projects.projectId));
}

export async function isProjectSlugTaken(db: Db, organizationId: string, slug: string): Promise<boolean> {
  const [row] = await db
    .select({ slug: projects.slug })
    .from(projects)
    .where(and(eq(projects.organizationId, organizationId), eq(projects.slug, slug)));
  return row !== undefined;
}

export async function updateProjectRow(db: Db, key: ProjectKey, change: Partial<NewProject>): Promise<void> {
  await db.update(projects).set(change).where(isProject(key));
}

/**
 * False when the current description is not the expected one: null for none, undefined for any.
 */
export async function replaceDescription(
  db: Db,
  key: ProjectKey,
  { description, replaces }: { description: string; replaces: string | null | undefined },
): Promise<boolean> {
  const isExpected =
    replaces === undefined ? undefined : sql`coalesce(${projects.description}, '') = ${replaces ?? ""}`;
  const written = await db
    .update(projects)
    .set({ description, isDescriptionProposed: false })
    .where(and(isProject(key), isExpected));
  return (written.rowCount ?? 0) > 0;
}

/** Stores a description where there is none or one proposed before, so that a person's words are never overwritten. */
export async function proposeDescription(db: Db, key: ProjectKey, description: string): Promise<void> {
  const isFree = or(isNull(projects.description), projects.isDescriptionProposed);
  const isOther = sql`${projects.description} is distinct from ${description}`;
  await db
    .update(projects)
    .set({ description, isDescriptionProposed: true })
    .where(and(isProject(key), isFree, isOther));
}

/** Notes when the first pages stood; once noted it stays. */
export async function markPagesWritten(db: Db, key: ProjectKey, now: Date): Promise<void> {
  await db
    .update(projects)
    .set({ pagesWrittenAt: now, pagesWriting: null })
    .where(and(isProject(key), isNull(projects.pagesWrittenAt)));
}

/** Says what is done for the first pages; false where they stand already. */
export async function updateFirstPagesStep(db: Db, key: ProjectKey, step: FirstPagesStep): Promise<boolean> {
  const changed = await db
    .update(projects)
    .set({ pagesWriting: step })
    .where(and(isProject(key), isNull(projects.pagesWrittenAt)));
  return changed.rowCount === 1;
}

/** Nothing can be added to the project before the transaction `db` ends. */
export async function lockProjectRow(db: Db, key: ProjectKey): Promise<void> {
  await db.select({ projectId: projects.projectId }).from(projects).where(isProject(key)).for("update");
}

/** False when somebody else was first. */
export async function deleteProjectRow(db: Db, key: ProjectKey): Promise<boolean> {
  const gone = await db.delete(projects).where(isProject(key));
  return (gone.rowCount ?? 0) > 0;
}

/** Tasks that are neither done nor archived. */
export async function countOpenTasks(db: Db, key: ProjectKey): Promise<number> {
  const [counted] = await db
    .select({ total: count() })
    .from(tasks)
    .where(
      and(
        eq(tasks.organizationId, key.organizationId),
        eq(tasks.projectId, key.projectId),
        notInArray(tasks.state, ["done", "archived"]),
      ),
    );
  return counted?.total ?? 0;
}

export async function countArtifacts(db: Db, key: ProjectKey): Promise<number> {
  const [counted] = await db
    .select({ total: count() })
    .from(artifacts)
    .where(and(eq(artifacts.organizationId, key.organizationId), eq(artifacts.projectId, key.projectId)));
  return counted?.total ?? 0;
}
