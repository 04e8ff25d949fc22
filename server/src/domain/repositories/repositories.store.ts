import { isUuid } from "@cairn/contract/slugs";
import { and, asc, count, eq, inArray, sql } from "drizzle-orm";

import type { Db } from "../../platform/db/open-db.ts";
import { repositories, services } from "../../platform/db/tables/projects.ts";

export type RepositoryRow = typeof repositories.$inferSelect;
export type NewRepository = typeof repositories.$inferInsert;

/** Names one repository of one organization; every query carries both. */
export interface RepositoryKey {
  organizationId: string;
  repositoryId: string;
}

const isRepository = (key: RepositoryKey) =>
  and(eq(repositories.organizationId, key.organizationId), eq(repositories.repositoryId, key.repositoryId));

export async function insertRepository(db: Db, repository: NewRepository): Promise<void> {
  await db.insert(repositories).values(repository);
}

export async function findRepositoryRow(db: Db, key: RepositoryKey): Promise<RepositoryRow | null> {
  const [row] = await db.select().from(repositories).where(isRepository(key));
  return row ?? null;
}

export async function findInProject(
  db: Db,
  project: { organizationId: string; projectId: string },
  slugOrId: string,
): Promise<RepositoryRow | null> {
  const matches = isUuid(slugOrId)
    ? eq(repositories.repositoryId, slugOrId.toLowerCase())
    : eq(repositories.slug, slugOrId);
  const [row] = await db
    .select()
    .from(repositories)
    .where(and(inProject(project), matches));
  return row ?? null;
}

const inProject = (project: { organizationId: string; projectId: string }) =>
  and(eq(repositories.organizationId, project.organizationId), eq(repositories.projectId, project.projectId));

export async function listRows(
  db: Db,
  project: { organizationId: string; projectId: string },
  page: { limit: number; offset: number },
): Promise<{ rows: RepositoryRow[]; total: number }> {
  const rows = await db
    .select()
    .from(repositories)
    .where(inProject(project))
    .orderBy(asc(repositories.createdAt), asc(repositories.repositoryId))
    .limit(page.limit)
    .offset(page.offset);
  const [counted] = await db.select({ total: count() }).from(repositories).where(inProject(project));
  return { rows, total: counted?.total ?? 0 };
}

/** All repositories of the organization whose ids are given; foreign ids are simply not found. */
export async function listRowsById(db: Db, organizationId: string, repositoryIds: string[]): Promise<RepositoryRow[]> {
  if (repositoryIds.length === 0) return [];
  const wanted = sql`${repositories.repositoryId} = any(${sql.param(repositoryIds)}::uuid[])`;
  return await db
    .select()
    .from(repositories)
    .where(and(eq(repositories.organizationId, organizationId), wanted));
}

/** Of all organizations; for the system's own start alone. */
export async function listUnfinishedRows(db: Db): Promise<RepositoryKey[]> {
  return await db
    .select({ organizationId: repositories.organizationId, repositoryId: repositories.repositoryId })
    .from(repositories)
    .where(inArray(repositories.indexState, ["queued", "cloning", "analyzing"]));
}

export type IndexingChange = Partial<
  Pick<
    NewRepository,
    | "indexState"
    | "indexProgress"
    | "indexError"
    | "indexedCommit"
    | "indexedAt"
    | "failedFileCount"
    | "failedFiles"
    | "mainBranch"
  >
>;

/** False when the repository is gone. */
export async function updateIndexing(db: Db, key: RepositoryKey, change: IndexingChange): Promise<boolean> {
  const rows = await db
    .update(repositories)
    .set(change)
    .where(isRepository(key))
    .returning({ repositoryId: repositories.repositoryId });
  return rows.length > 0;
}

/** Within one run progress only grows, also when an older report comes late. */
export async function raiseProgress(db: Db, key: RepositoryKey, progress: number): Promise<void> {
  await db
    .update(repositories)
    .set({ indexProgress: sql`greatest(${repositories.indexProgress}, ${progress})` })
    .where(isRepository(key));
}

export async function countServicesUsing(db: Db, repositoryId: string): Promise<number> {
  const [counted] = await db.select({ total: count() }).from(services).where(eq(services.repositoryId, repositoryId));
  return counted?.total ?? 0;
}

export async function deleteRepositoryRow(db: Db, key: RepositoryKey): Promise<void> {
  await db.delete(repositories).where(isRepository(key));
}
