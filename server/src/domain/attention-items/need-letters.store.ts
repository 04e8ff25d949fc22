import type { NeedLetters } from "@cairn/contract/attention-items";
import { and, eq, isNull, lte, or } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import { needLetters } from "#server/platform/db/tables/users.ts";

type Frequency = NeedLetters["frequency"];

/** Null for who never asked for letters. */
export async function selectNeedLetters(db: Db, userId: string) {
  const [row] = await db.select().from(needLetters).where(eq(needLetters.userId, userId));
  return row ?? null;
}

export async function upsertFrequency(db: Db, userId: string, frequency: Frequency): Promise<void> {
  await db
    .insert(needLetters)
    .values({ userId, frequency, lookedAt: null, told: [] })
    .onConflictDoUpdate({ target: needLetters.userId, set: { frequency } });
}

/** Marks who is due as looked at `now` and lists them; each is due in one process only. */
export async function claimDueLetters(
  db: Db,
  { frequency, dueSince, now }: { frequency: Frequency; dueSince: Date; now: Date },
): Promise<string[]> {
  const isDue = or(isNull(needLetters.lookedAt), lte(needLetters.lookedAt, dueSince));
  const claimed = await db
    .update(needLetters)
    .set({ lookedAt: now })
    .where(and(eq(needLetters.frequency, frequency), isDue))
    .returning({ userId: needLetters.userId });
  return claimed.map(({ userId }) => userId);
}

export async function updateTold(db: Db, userId: string, told: string[]): Promise<void> {
  await db.update(needLetters).set({ told }).where(eq(needLetters.userId, userId));
}
