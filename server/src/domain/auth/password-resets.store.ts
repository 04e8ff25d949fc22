import { and, eq, gt, lte } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import { passwordResets } from "#server/platform/db/tables/users.ts";

export async function insertPasswordReset(db: Db, reset: typeof passwordResets.$inferInsert): Promise<void> {
  await db.insert(passwordResets).values(reset);
}

/** Whose password a link with this token would set; null when it is over or there is none. */
export async function selectPasswordReset(db: Db, tokenHash: string, now: Date): Promise<string | null> {
  const [open] = await db.select({ userId: passwordResets.userId }).from(passwordResets).where(isOpen(tokenHash, now));
  return open?.userId ?? null;
}

/** Uses a link up: of many at the same moment one gets true. */
export async function takePasswordReset(db: Db, tokenHash: string, now: Date): Promise<boolean> {
  const taken = await db.delete(passwordResets).where(isOpen(tokenHash, now));
  return taken.rowCount === 1;
}

export async function deletePasswordResetsOf(db: Db, userId: string): Promise<void> {
  await db.delete(passwordResets).where(eq(passwordResets.userId, userId));
}

export async function deleteExpiredPasswordResets(db: Db, now: Date): Promise<void> {
  await db.delete(passwordResets).where(lte(passwordResets.expiresAt, now));
}

function isOpen(tokenHash: string, now: Date) {
  return and(eq(passwordResets.tokenHash, tokenHash), gt(passwordResets.expiresAt, now));
}
