import { isUuid } from "@cairn/contract/slugs";
import { and, asc, count, eq, getTableColumns, inArray, isNotNull, ne, notExists, sql, type SQL } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import { organizations } from "#server/platform/db/tables/organizations.ts";
import { repositories, services, type IndexReadingRow } from "#server/platform/db/tables/projects.ts";

export type RepositoryRow = typeof repositories.$inferSelect & {
  /** Slug of its organization: the owner of a repository that this server hosts. */
  organizationSlug: string;
};
export type NewRepository = typeof repositories.$inferInsert;

/** Names one repository of one organization; every query carries both. */
export interface RepositoryKey {
  organizationId: string;
  repositoryId: string;
}

const isRepository = (key: RepositoryKey) =>
  and(eq(repositories.organizationId, key.organizationId), eq(repositories.repositoryId, key.repositoryId));

/**
 * One run of the indexing: what it writes counts only while no reset and no change of the branch came after it began.
 */
export type IndexRunRow = RepositoryKey & { indexGeneration: number; mainBranch: string | null };

const isRun = (run: IndexRunRow) =>
  and(
    isRepository(run),
    eq(repositories.indexGeneration, run.indexGeneration),
    sql`${repositories.mainBranch} is not distinct from ${run.mainBranch}`,
  );

/** No run of the indexing shows on the screen: it is over, or a repository hosted here waits for its first push. */
export const isSettled = inArray(repositories.indexState, ["never", "ready", "failed"]);

const rowColumns = { ...getTableColumns(repositories), organizationSlug: organizations.slug };

function selectRows(db: Db, where: SQL | undefined) {
  return db
    .select(rowColumns)
    .from(repositories)
    .innerJoin(organizations, eq(organizations.organizationId, repositories.organizationId))
    .where(where);
}

/** False when another repository has the slug; the transaction `db` stays usable. */
export async function insertIfFree(db: Db, repository: NewRepository): Promise<boolean> {
  const written = await db.insert(repositories).values(repository).onConflictDoNothing();
  return (written.rowCount ?? 0) > 0;
}

export async function findRepositoryRow(db: Db, key: RepositoryKey): Promise<RepositoryRow | null> {
  const [row] = await selectRows(db, isRepository(key));
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
  const [row] = await selectRows(db, and(inProject(project), matches));
  return row ?? null;
}

export async function findHostedRow(
  db: Db,
  address: { organizationId: string; slug: string },
): Promise<RepositoryRow | null> {
  const isHosted = sql`${repositories.connection}->>'type' = 'internal'`;
  const isAddressed = and(eq(repositories.organizationId, address.organizationId), eq(repositories.slug, address.slug));
  const [row] = await selectRows(db, and(isAddressed, isHosted));
  return row ?? null;
}

const inProject = (project: { organizationId: string; projectId: string }) =>
  and(eq(repositories.organizationId, project.organizationId), eq(repositories.projectId, project.projectId));

export async function listRows(
  db: Db,
  project: { organizationId: string; projectId: string },
  page: { limit: number; offset: number },
): Promise<{ rows: RepositoryRow[]; total: number }> {
  const rows = await selectRows(db, inProject(project))
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
  return await selectRows(db, and(eq(repositories.organizationId, organizationId), wanted));
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
    | "indexBegunAt"
    | "indexReading"
    | "indexError"
    | "indexedCommit"
    | "indexedAt"
    | "failedFileCount"
    | "failedFiles"
    | "mainBranch"
    | "canPush"
    | "checkedAt"
  >
>;

export async function updateIndexing(db: Db, key: RepositoryKey, change: IndexingChange): Promise<void> {
  await db.update(repositories).set(change).where(isRepository(key));
}

/** False when the repository is gone, or was reset or put on another branch since the run began. */
export async function updateRun(db: Db, run: IndexRunRow, change: IndexingChange): Promise<boolean> {
  const written = await db.update(repositories).set(change).where(isRun(run));
  return (written.rowCount ?? 0) > 0;
}

/** False as `updateRun` is, without writing. */
export async function isRunCurrent(db: Db, run: IndexRunRow): Promise<boolean> {
  const [row] = await db.select({ repositoryId: repositories.repositoryId }).from(repositories).where(isRun(run));
  return row !== undefined;
}

/** As `updateRun`, but leaves a run that shows on the screen alone. */
export async function updateSettled(db: Db, run: IndexRunRow, change: IndexingChange): Promise<void> {
  await db
    .update(repositories)
    .set(change)
    .where(and(isRun(run), isSettled));
}

/** Within one run progress only grows, also when an older report comes late. False as `updateRun` is. */
export async function raiseProgress(
  db: Db,
  run: IndexRunRow,
  { percent, reading }: { percent: number; reading: IndexReadingRow | null },
): Promise<boolean> {
  const written = await db
    .update(repositories)
    .set({
      indexProgress: sql`greatest(${repositories.indexProgress}, ${percent})`,
      ...(reading && { indexReading: reading }),
    })
    .where(isRun(run));
  return (written.rowCount ?? 0) > 0;
}

const inScope = (scope: { organizationId: string; projectId?: string }) =>
  and(
    eq(repositories.organizationId, scope.organizationId),
    scope.projectId === undefined ? undefined : eq(repositories.projectId, scope.projectId),
  );

export async function listIds(db: Db, scope: { organizationId: string; projectId?: string }): Promise<string[]> {
  const rows = await db.select({ repositoryId: repositories.repositoryId }).from(repositories).where(inScope(scope));
  return rows.map((row) => row.repositoryId);
}

/** Puts all repositories of an organization, or of one project, back to where they were never indexed. */
export async function forgetIndexes(
  db: Db,
  scope: { organizationId: string; projectId?: string },
): Promise<RepositoryKey[]> {
  return await db
    .update(repositories)
    .set({
      indexGeneration: sql`${repositories.indexGeneration} + 1`,
      indexState: "queued",
      indexProgress: 0,
      indexBegunAt: sql`now()`,
      indexReading: null,
      indexError: null,
      indexedCommit: null,
      indexedAt: null,
      failedFileCount: 0,
      failedFiles: [],
    })
    .where(inScope(scope))
    .returning({ organizationId: repositories.organizationId, repositoryId: repositories.repositoryId });
}

/** The generations as they are now; nobody can raise them before the transaction `db` ends. */
export async function holdGenerations(db: Db, repositoryIds: string[]): Promise<Map<string, number>> {
  if (repositoryIds.length === 0) return new Map();
  const rows = await db
    .select({ repositoryId: repositories.repositoryId, indexGeneration: repositories.indexGeneration })
    .from(repositories)
    .where(sql`${repositories.repositoryId} = any(${sql.param(repositoryIds)}::uuid[])`)
    .orderBy(asc(repositories.repositoryId))
    .for("share");
  return new Map(rows.map((row) => [row.repositoryId, row.indexGeneration]));
}

/** Whether the id is in use; `db` must see all organizations. */
export async function repositoryExists(db: Db, repositoryId: string): Promise<boolean> {
  const [row] = await db
    .select({ repositoryId: repositories.repositoryId })
    .from(repositories)
    .where(eq(repositories.repositoryId, repositoryId));
  return row !== undefined;
}

/** Those of an organization that have an index, but for one. */
export async function listIndexedRows(db: Db, key: RepositoryKey): Promise<RepositoryRow[]> {
  const isOther = and(ne(repositories.repositoryId, key.repositoryId), isNotNull(repositories.indexedCommit));
  return await selectRows(db, and(eq(repositories.organizationId, key.organizationId), isOther));
}

/** What a person may change about a repository. */
export type SettingsChange = Partial<
  Pick<
    NewRepository,
    | "connection"
    | "sealedCredential"
    | "canPush"
    | "isProtected"
    | "hostKeys"
    | "mainBranch"
    | "indexState"
    | "indexProgress"
    | "indexError"
  >
>;

export async function updateSettings(db: Db, key: RepositoryKey, change: SettingsChange): Promise<void> {
  const begun = change.indexState === "queued" ? { indexBegunAt: sql`now()`, indexReading: null } : {};
  await db
    .update(repositories)
    .set({ ...change, ...begun })
    .where(isRepository(key));
}

/** In the order of the project. */
export async function listServicesUsing(db: Db, repositoryId: string): Promise<string[]> {
  const rows = await db
    .select({ name: services.name })
    .from(services)
    .where(eq(services.repositoryId, repositoryId))
    .orderBy(asc(services.projectServiceId));
  return rows.map((row) => row.name);
}

export async function countServicesUsing(db: Db, repositoryId: string): Promise<number> {
  const [counted] = await db.select({ total: count() }).from(services).where(eq(services.repositoryId, repositoryId));
  return counted?.total ?? 0;
}

/** The oldest of these that is hosted here and has no service; its slug may end with a number. */
export async function findUnusedHostedRow(
  db: Db,
  { slug, ...project }: { organizationId: string; projectId: string; slug: string },
): Promise<string | null> {
  const isHosted = sql`${repositories.connection}->>'type' = 'internal'`;
  const isNamed = sql`${repositories.slug} ~ ${`^${slug}(-[0-9]+)?$`}`;
  const users = db.select().from(services).where(eq(services.repositoryId, repositories.repositoryId));
  const [row] = await db
    .select({ repositoryId: repositories.repositoryId })
    .from(repositories)
    .where(and(inProject(project), isHosted, isNamed, notExists(users)))
    .orderBy(asc(repositories.createdAt), asc(repositories.repositoryId))
    .limit(1);
  return row?.repositoryId ?? null;
}

/** Nobody can begin to use it before the transaction `db` ends. Null when it is gone. */
export async function lockRepositoryRow(db: Db, key: RepositoryKey) {
  const [row] = await db
    .select({ connection: repositories.connection })
    .from(repositories)
    .where(isRepository(key))
    .for("update");
  return row ?? null;
}

export async function deleteRepositoryRow(db: Db, key: RepositoryKey): Promise<void> {
  await db.delete(repositories).where(isRepository(key));
}
