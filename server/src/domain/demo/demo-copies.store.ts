import type { DemoCopyState } from "@cairn/contract/demo";
import { and, count, eq, isNotNull, notExists, sql } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import { demoCopies, members, organizations } from "#server/platform/db/tables/organizations.ts";

/** A copy is made in seconds: what is under way for longer than this has been given up. */
const maxMakingMs = 15 * 60_000;

/** A person's copy at a moment; null where they have none, or are no member of it any more. */
export async function findCopy(db: Db, userId: string, now: Date) {
  const [row] = await db
    .select({
      organizationId: demoCopies.organizationId,
      slug: organizations.slug,
      state: demoCopies.state,
      progress: demoCopies.progress,
      begunAt: demoCopies.createdAt,
    })
    .from(demoCopies)
    .innerJoin(organizations, eq(organizations.organizationId, demoCopies.organizationId))
    .innerJoin(members, and(eq(members.organizationId, demoCopies.organizationId), eq(members.userId, userId)))
    .where(eq(demoCopies.userId, userId));
  if (row === undefined) return null;
  const { begunAt, ...copy } = row;
  const isGivenUp = copy.state === "making" && now.getTime() - begunAt.getTime() > maxMakingMs;
  return isGivenUp ? { ...copy, state: "failed" as const } : copy;
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

/** Until the transaction `db` ends, nobody else adds a copy. */
export async function lockCopies(db: Db): Promise<void> {
  await db.execute(sql`lock table ${demoCopies} in share row exclusive mode`);
}

/**
 * Those that are somebody's: what its person has left to others is theirs as any other organization. `db` must see all
 * organizations.
 */
export async function countCopies(db: Db): Promise<number> {
  const [row] = await db.select({ copies: count() }).from(demoCopies).where(isNotNull(demoCopies.userId));
  return row?.copies ?? 0;
}

export async function insertCopy(
  db: Db,
  copy: { organizationId: string; userId: string; createdAt: Date },
): Promise<void> {
  await db.insert(demoCopies).values({ ...copy, state: "making" });
}

/** What is made again after a crash takes nothing back of what was told. */
export async function updateCopy(
  db: Db,
  { organizationId, state, progress }: { organizationId: string; state: DemoCopyState; progress: number },
): Promise<void> {
  const further = sql`greatest(${demoCopies.progress}, ${progress})`;
  await db.update(demoCopies).set({ state, progress: further }).where(eq(demoCopies.organizationId, organizationId));
}

/** It is made from now on, again. */
export async function beginCopyAgain(db: Db, organizationId: string, now: Date): Promise<void> {
  const change = { state: "making", progress: 0, createdAt: now } as const;
  await db.update(demoCopies).set(change).where(eq(demoCopies.organizationId, organizationId));
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
