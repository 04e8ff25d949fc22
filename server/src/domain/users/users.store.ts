import { and, eq, sql } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import { users } from "#server/platform/db/tables/users.ts";

/** What the product shows of a user; there are no avatars in this version. */
const shown = {
  userId: users.userId,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  hasPassword: sql<boolean>`${users.passwordHash} is not null`,
};

export async function selectUser(db: Db, userId: string) {
  const [user] = await db.select(shown).from(users).where(eq(users.userId, userId));
  return user ?? null;
}

export async function selectUserByEmail(db: Db, email: string) {
  const [user] = await db
    .select({ ...shown, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.email, email));
  return user ?? null;
}

export async function selectAnyUser(db: Db): Promise<{ userId: string } | null> {
  const [user] = await db.select({ userId: users.userId }).from(users).limit(1);
  return user ?? null;
}

export async function insertUser(db: Db, user: typeof users.$inferInsert): Promise<void> {
  await db.insert(users).values(user);
}

/** Null when there is no such user. */
export async function updateUserNames(db: Db, userId: string, names: { firstName: string; lastName: string }) {
  const [user] = await db.update(users).set(names).where(eq(users.userId, userId)).returning(shown);
  return user ?? null;
}

/** Null when there is no such user, or one without a password. */
export async function selectPasswordHash(db: Db, userId: string): Promise<string | null> {
  const [user] = await db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.userId, userId));
  return user?.passwordHash ?? null;
}

/** False when there is no such user, or their hash is not `from` (any more); undefined replaces any hash. */
export async function updatePasswordHash(
  db: Db,
  userId: string,
  { from, to }: { from?: string; to: string },
): Promise<boolean> {
  const isExpected = from === undefined ? undefined : eq(users.passwordHash, from);
  const changed = await db
    .update(users)
    .set({ passwordHash: to })
    .where(and(eq(users.userId, userId), isExpected));
  return changed.rowCount === 1;
}

/** Keeps everybody else from changing the user or adding what refers to them; false when there is no such user. */
export async function lockUserRow(db: Db, userId: string): Promise<boolean> {
  const rows = await db.select({ userId: users.userId }).from(users).where(eq(users.userId, userId)).for("update");
  return rows.length > 0;
}

/** Rows that refer to the user are deleted or anonymized by the database's own rules. */
export async function deleteUserRow(db: Db, userId: string): Promise<void> {
  await db.delete(users).where(eq(users.userId, userId));
}
