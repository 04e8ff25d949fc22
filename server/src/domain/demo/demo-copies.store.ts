import type { DemoCopyState } from "@cairn/contract/demo";
import { and, count, eq, notExists, sql } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import { demoCopies, members, organizations } from "#server/platform/db/tables/organizations.ts";

/** A person's copy; null where they have none, or are no member of it any more. */
export async function findCopy(db: Db, userId: string) {
  const [row] = await db
    .select({ organizationId: demoCopies.organizationId, slug: organizations.slug, state: demoCopies.state })
    .from(demoCopies)
    .innerJoin(organizations, eq(organizations.organizationId, demoCopies.organizationId))
    .innerJoin(members, and(eq(members.organizationId, demoCopies.organizationId), eq(members.userId, userId)))
    .where(eq(demoCopies.userId, userId));
  return row ?? null;
}

/** Whether an organization is the demo itself and no copy of it. `db` must see all organizations. */
export async function hasDemo(db: Db): Promise<boolean> {
  const copies = db.select().from(demoCopies).where(eq(demoCopies.organizationId, organizations.organizationId));
  const [row] = await db
    .select({ organizationId: organizations.organizationId })
    .from(organizations)
    .where(and(eq(organizations.isDemo, true), notExists(copies)))
    .limit(1);
  return row !== undefined;
}

/** Until the transaction `db` ends, nobody else adds a copy. `db` must see all organizations. */
export async function countCopies(db: Db): Promise<number> {
  await db.execute(sql`lock table ${demoCopies} in share row exclusive mode`);
  const [row] = await db.select({ copies: count() }).from(demoCopies);
  return row?.copies ?? 0;
}

export async function insertCopy(
  db: Db,
  copy: { organizationId: string; userId: string; createdAt: Date },
): Promise<void> {
  await db.insert(demoCopies).values({ ...copy, state: "making" });
}

export async function updateCopy(db: Db, organizationId: string, state: DemoCopyState): Promise<void> {
  await db.update(demoCopies).set({ state }).where(eq(demoCopies.organizationId, organizationId));
}

/** What somebody left to others is theirs: it is no copy of this person any more. `db` must see all organizations. */
export async function forgetLeftCopies(db: Db, userId: string): Promise<void> {
  const membership = db
    .select()
    .from(members)
    .where(and(eq(members.organizationId, demoCopies.organizationId), eq(members.userId, userId)));
  await db
    .update(demoCopies)
    .set({ userId: null })
    .where(and(eq(demoCopies.userId, userId), notExists(membership)));
}
