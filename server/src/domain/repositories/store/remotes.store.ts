import { and, eq, isNull, sql } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";
import { projects, repositories } from "#server/platform/db/tables/projects.ts";

import type { RepositoryKey } from "./repositories.store.ts";

const isProject = (key: ProjectKey) =>
  and(eq(projects.organizationId, key.organizationId), eq(projects.projectId, key.projectId));

const isRepository = (key: RepositoryKey) =>
  and(eq(repositories.organizationId, key.organizationId), eq(repositories.repositoryId, key.repositoryId));

/** Others who would add a repository wait until the transaction `db` ends. */
export async function lockProject(db: Db, key: ProjectKey): Promise<void> {
  // A stronger lock would also stop everything that only refers to the project.
  await db.select({ slug: projects.slug }).from(projects).where(isProject(key)).for("no key update");
}

/** Null when the project is gone. */
export async function findProjectKeyPair(db: Db, key: ProjectKey) {
  const { slug, sealedSshKey } = projects;
  const [row] = await db.select({ slug, sealedSshKey }).from(projects).where(isProject(key));
  return row ?? null;
}

/** Of all organizations; for the system's own start alone. */
export async function listProjectsWithoutKey(db: Db, limit: number) {
  const { organizationId, projectId, slug } = projects;
  return await db
    .select({ organizationId, projectId, slug })
    .from(projects)
    .where(isNull(projects.sealedSshKey))
    .limit(limit);
}

/** Never replaces a pair: people have given the public half to their code hosts. */
export async function addProjectKeyPair(
  db: Db,
  key: ProjectKey,
  pair: { sshPublicKey: string; sealedSshKey: string },
): Promise<void> {
  await db
    .update(projects)
    .set(pair)
    .where(and(isProject(key), isNull(projects.sealedSshKey)));
}

/**
 * Pins host keys where none are pinned, and returns the pinned ones; null when the repository is gone or has another
 * address.
 */
export async function pinKeys(db: Db, key: RepositoryKey & { url: string }, lines: string[]): Promise<string[] | null> {
  const pinned = sql<
    string[]
  >`case when ${repositories.hostKeys} = '[]'::jsonb then ${JSON.stringify(lines)}::jsonb else ${repositories.hostKeys} end`;
  const [row] = await db
    .update(repositories)
    .set({ hostKeys: pinned })
    .where(and(isRepository(key), sql`${repositories.connection}->>'url' = ${key.url}`))
    .returning({ hostKeys: repositories.hostKeys });
  return row?.hostKeys ?? null;
}

export async function forgetKeys(db: Db, key: RepositoryKey): Promise<void> {
  await db.update(repositories).set({ hostKeys: [] }).where(isRepository(key));
}

/** Nobody can delete it before the transaction `db` ends. False when it is gone already. */
export async function holdRow(db: Db, key: RepositoryKey): Promise<boolean> {
  const rows = await db
    .select({ repositoryId: repositories.repositoryId })
    .from(repositories)
    .where(isRepository(key))
    .for("key share");
  return rows.length > 0;
}
