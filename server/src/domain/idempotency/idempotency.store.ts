import { and, eq, isNull, lt, or, sql } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import { idempotencyKeys } from "#server/platform/db/tables/users.ts";

/** One key of one user: another user's same key is another one. */
export interface KeyOwner {
  userId: string;
  key: string;
}

type KeyRow = Pick<typeof idempotencyKeys.$inferSelect, "requestHash" | "status" | "sealedBody" | "createdAt">;

const isKey = ({ userId, key }: KeyOwner) => and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key));
const isClaim = (claim: KeyOwner & { claimedAt: Date }) =>
  and(isKey(claim), eq(idempotencyKeys.createdAt, claim.claimedAt), isNull(idempotencyKeys.status));

/**
 * Takes a key for a request about to be answered. Of requests at the same moment exactly one gets it: a new key, one
 * that is older than `keptSince`, or one whose request began before `silentSince` and was never answered.
 */
export async function claimKey(
  db: Db,
  claim: KeyOwner & { requestHash: string; claimedAt: Date; keptSince: Date; silentSince: Date },
): Promise<boolean> {
  const { userId, key, requestHash, claimedAt, keptSince, silentSince } = claim;
  const isDead = and(
    isNull(idempotencyKeys.status),
    lt(idempotencyKeys.createdAt, silentSince),
    eq(idempotencyKeys.requestHash, requestHash),
  );
  const claimed = await db
    .insert(idempotencyKeys)
    .values({ userId, key, requestHash, createdAt: claimedAt })
    .onConflictDoUpdate({
      target: [idempotencyKeys.userId, idempotencyKeys.key],
      set: { requestHash, createdAt: claimedAt, status: sql`null`, sealedBody: sql`null` },
      setWhere: or(lt(idempotencyKeys.createdAt, keptSince), isDead),
    });
  return (claimed.rowCount ?? 0) > 0;
}

export async function findKey(db: Db, owner: KeyOwner): Promise<KeyRow | null> {
  const { requestHash, status, sealedBody, createdAt } = idempotencyKeys;
  const [row] = await db
    .select({ requestHash, status, sealedBody, createdAt })
    .from(idempotencyKeys)
    .where(isKey(owner));
  return row ?? null;
}

/** Changes nothing when another request has taken the key over. */
export async function keepAnswer(
  db: Db,
  claim: KeyOwner & { claimedAt: Date },
  answer: { status: number; sealedBody: string | null },
): Promise<void> {
  await db.update(idempotencyKeys).set(answer).where(isClaim(claim));
}

export async function releaseKey(db: Db, claim: KeyOwner & { claimedAt: Date }): Promise<void> {
  await db.delete(idempotencyKeys).where(isClaim(claim));
}

export async function deleteKeysBefore(db: Db, moment: Date): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, moment));
}
