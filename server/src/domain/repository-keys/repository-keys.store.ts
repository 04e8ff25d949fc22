import { and, count, desc, eq, isNull, lt, or } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import { repositories } from "#server/platform/db/tables/projects.ts";
import { repositoryKeys } from "#server/platform/db/tables/repository-keys.ts";
import { sshKeys } from "#server/platform/db/tables/users.ts";

export type RepositoryKeyRow = typeof repositoryKeys.$inferSelect;

/** What a key opens. */
export interface KeyHolder {
  keyId: string;
  organizationId: string;
  repositoryId: string;
  isReadOnly: boolean;
}

interface RepositoryId {
  organizationId: string;
  repositoryId: string;
}

const ofRepository = (repository: RepositoryId) =>
  and(
    eq(repositoryKeys.organizationId, repository.organizationId),
    eq(repositoryKeys.repositoryId, repository.repositoryId),
  );

const holder = {
  keyId: repositoryKeys.keyId,
  organizationId: repositoryKeys.organizationId,
  repositoryId: repositoryKeys.repositoryId,
  isReadOnly: repositoryKeys.isReadOnly,
};

/** One page of a repository's keys, newest first. */
export async function selectRepositoryKeys(
  db: Db,
  repository: RepositoryId,
  page: { limit: number; offset: number },
): Promise<RepositoryKeyRow[]> {
  return await db
    .select()
    .from(repositoryKeys)
    .where(ofRepository(repository))
    .orderBy(desc(repositoryKeys.createdAt), desc(repositoryKeys.keyId))
    .limit(page.limit)
    .offset(page.offset);
}

export async function countRepositoryKeys(db: Db, repository: RepositoryId): Promise<number> {
  const [counted] = await db.select({ total: count() }).from(repositoryKeys).where(ofRepository(repository));
  return counted?.total ?? 0;
}

/** Two keys made at once for one repository wait for each other from here on. False when it is gone. */
export async function lockRepository(db: Db, { organizationId, repositoryId }: RepositoryId): Promise<boolean> {
  const rows = await db
    .select({ repositoryId: repositories.repositoryId })
    .from(repositories)
    .where(and(eq(repositories.organizationId, organizationId), eq(repositories.repositoryId, repositoryId)))
    .for("no key update");
  return rows.length > 0;
}

export async function insertRepositoryKey(db: Db, key: RepositoryKeyRow): Promise<void> {
  await db.insert(repositoryKeys).values(key);
}

/** False when the repository has no such key. */
export async function deleteRepositoryKeyRow(db: Db, repository: RepositoryId, name: string): Promise<boolean> {
  const gone = await db.delete(repositoryKeys).where(and(ofRepository(repository), eq(repositoryKeys.name, name)));
  return (gone.rowCount ?? 0) > 0;
}

/** Whether any account has this public key; `db` must see all of them. */
export async function isSshKeyOfUser(db: Db, fingerprint: string): Promise<boolean> {
  const rows = await db.select({ keyId: sshKeys.keyId }).from(sshKeys).where(eq(sshKeys.fingerprint, fingerprint));
  return rows.length > 0;
}

/** Of all organizations; for signing in alone. */
export async function selectByHash(db: Db, secretHash: string): Promise<KeyHolder[]> {
  return await db.select(holder).from(repositoryKeys).where(eq(repositoryKeys.secretHash, secretHash));
}

/** Of all organizations; for signing in alone. One public key may open several repositories. */
export async function selectByFingerprint(
  db: Db,
  fingerprint: string,
): Promise<(KeyHolder & { publicKey: string | null })[]> {
  return await db
    .select({ ...holder, publicKey: repositoryKeys.publicKey })
    .from(repositoryKeys)
    .where(eq(repositoryKeys.fingerprint, fingerprint));
}

/** Notes a use unless one was noted after `notedBefore`. */
export async function touchKey(db: Db, keyId: string, moments: { now: Date; notedBefore: Date }): Promise<void> {
  const isOld = or(isNull(repositoryKeys.lastUsedAt), lt(repositoryKeys.lastUsedAt, moments.notedBefore));
  await db
    .update(repositoryKeys)
    .set({ lastUsedAt: moments.now })
    .where(and(eq(repositoryKeys.keyId, keyId), isOld));
}
