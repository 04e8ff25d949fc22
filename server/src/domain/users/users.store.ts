import { eq, sql } from "drizzle-orm";

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

export async function insertUser(db: Db, user: typeof users.$inferInsert): Promise<void> {
  await db.insert(users).values(user);
}

/** Null when there is no such user. */
export async function updateUserNames(db: Db, userId: string, names: { firstName: string; lastName: string }) {
  const [user] = await db.update(users).set(names).where(eq(users.userId, userId)).returning(shown);
  return user ?? null;
}
