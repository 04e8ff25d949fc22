import { and, count, desc, eq, isNull, lt, or } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import { apiKeys, sshKeys, users } from "#server/platform/db/tables/users.ts";

export type SshKeyRow = typeof sshKeys.$inferSelect;

const shown = {
  keyId: apiKeys.keyId,
  name: apiKeys.name,
  lastFour: apiKeys.lastFour,
  scopes: apiKeys.scopes,
  createdAt: apiKeys.createdAt,
};

/** One page of a user's keys, newest first, and how many there are. */
export async function selectApiKeys(db: Db, userId: string, page: { limit: number; offset: number }) {
  const isOwn = eq(apiKeys.userId, userId);
  const rows = await db
    .select(shown)
    .from(apiKeys)
    .where(isOwn)
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.keyId))
    .limit(page.limit)
    .offset(page.offset);
  return { rows, total: await countApiKeys(db, userId) };
}

export async function countApiKeys(db: Db, userId: string): Promise<number> {
  const [counted] = await db.select({ total: count() }).from(apiKeys).where(eq(apiKeys.userId, userId));
  return counted?.total ?? 0;
}

/** Two keys made at once for one user wait for each other from here on, so that counting before inserting holds. */
export async function lockUser(db: Db, userId: string): Promise<void> {
  await db.select({ userId: users.userId }).from(users).where(eq(users.userId, userId)).for("no key update");
}

export async function insertApiKey(db: Db, key: typeof apiKeys.$inferInsert): Promise<void> {
  await db.insert(apiKeys).values(key);
}

/** False when the user has no such key. */
export async function deleteApiKeyRow(db: Db, key: { userId: string; keyId: string }): Promise<boolean> {
  const gone = await db.delete(apiKeys).where(and(eq(apiKeys.userId, key.userId), eq(apiKeys.keyId, key.keyId)));
  return (gone.rowCount ?? 0) > 0;
}

export async function selectApiKeyByHash(db: Db, secretHash: string) {
  const [key] = await db
    .select({ keyId: apiKeys.keyId, userId: apiKeys.userId, scopes: apiKeys.scopes })
    .from(apiKeys)
    .where(eq(apiKeys.secretHash, secretHash));
  return key ?? null;
}

/** Notes a use unless one was noted after `notedBefore`. */
export async function touchApiKey(db: Db, keyId: string, moments: { now: Date; notedBefore: Date }): Promise<void> {
  const isOld = or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, moments.notedBefore));
  await db
    .update(apiKeys)
    .set({ lastUsedAt: moments.now })
    .where(and(eq(apiKeys.keyId, keyId), isOld));
}

/** One page of a user's SSH keys, newest first. */
export async function selectSshKeys(
  db: Db,
  userId: string,
  page: { limit: number; offset: number },
): Promise<SshKeyRow[]> {
  return await db
    .select()
    .from(sshKeys)
    .where(eq(sshKeys.userId, userId))
    .orderBy(desc(sshKeys.createdAt), desc(sshKeys.keyId))
    .limit(page.limit)
    .offset(page.offset);
}

export async function countSshKeys(db: Db, userId: string): Promise<number> {
  const [counted] = await db.select({ total: count() }).from(sshKeys).where(eq(sshKeys.userId, userId));
  return counted?.total ?? 0;
}

export async function selectSshKeyByFingerprint(db: Db, fingerprint: string) {
  const [key] = await db
    .select({ userId: sshKeys.userId, publicKey: sshKeys.publicKey })
    .from(sshKeys)
    .where(eq(sshKeys.fingerprint, fingerprint));
  return key ?? null;
}

export async function insertSshKey(db: Db, key: SshKeyRow): Promise<void> {
  await db.insert(sshKeys).values(key);
}

/** False when the user has no such key. */
export async function deleteSshKeyRow(db: Db, key: { userId: string; keyId: string }): Promise<boolean> {
  const gone = await db.delete(sshKeys).where(and(eq(sshKeys.userId, key.userId), eq(sshKeys.keyId, key.keyId)));
  return (gone.rowCount ?? 0) > 0;
}

/** API keys and SSH keys alike. */
export async function deleteKeysOf(db: Db, userId: string): Promise<void> {
  await db.delete(apiKeys).where(eq(apiKeys.userId, userId));
  await db.delete(sshKeys).where(eq(sshKeys.userId, userId));
}
