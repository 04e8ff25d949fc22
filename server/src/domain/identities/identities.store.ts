import { and, eq } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import { identities, users } from "#server/platform/db/tables/users.ts";

/** The userId; null when nobody signed in so yet. */
export async function selectUserOfIdentity(db: Db, who: { issuer: string; subject: string }): Promise<string | null> {
  const [identity] = await db
    .select({ userId: identities.userId })
    .from(identities)
    .where(and(eq(identities.issuer, who.issuer), eq(identities.subject, who.subject)));
  return identity?.userId ?? null;
}

/** The account with an address, locked so that two identities cannot take it at once; null when there is none. */
export async function lockAccountByEmail(
  db: Db,
  email: string,
): Promise<{ userId: string; hasIdentity: boolean } | null> {
  const [user] = await db.select({ userId: users.userId }).from(users).where(eq(users.email, email)).for("update");
  if (!user) return null;
  const taken = await db
    .select({ userId: identities.userId })
    .from(identities)
    .where(eq(identities.userId, user.userId))
    .limit(1);
  return { ...user, hasIdentity: taken.length > 0 };
}

export async function insertIdentity(db: Db, identity: typeof identities.$inferInsert): Promise<void> {
  await db.insert(identities).values(identity);
}

/** An account without a password. */
export async function insertAccount(db: Db, user: Omit<typeof users.$inferInsert, "passwordHash">): Promise<void> {
  await db.insert(users).values(user);
}

export async function deletePassword(db: Db, userId: string): Promise<void> {
  await db.update(users).set({ passwordHash: null }).where(eq(users.userId, userId));
}
