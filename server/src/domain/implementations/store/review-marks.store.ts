import { and, asc, eq, sql } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import { reviewLooks, viewedFiles } from "#server/platform/db/tables/review-marks.ts";

type ViewedRow = typeof viewedFiles.$inferSelect;
type LookRow = typeof reviewLooks.$inferSelect;

/** A person in an implementation. */
export type ReviewerKey = Pick<ViewedRow, "organizationId" | "implementationId" | "userId">;

const isOf = (table: typeof viewedFiles | typeof reviewLooks, key: ReviewerKey) =>
  and(
    eq(table.organizationId, key.organizationId),
    eq(table.implementationId, key.implementationId),
    eq(table.userId, key.userId),
  );

/** Sorted by path. */
export async function listViewed(db: Db, key: ReviewerKey): Promise<Pick<ViewedRow, "path" | "version">[]> {
  return await db
    .select({ path: viewedFiles.path, version: viewedFiles.version })
    .from(viewedFiles)
    .where(isOf(viewedFiles, key))
    .orderBy(asc(viewedFiles.path));
}

/** Marks a file, also one that is marked already. */
export async function upsertViewed(db: Db, row: ViewedRow): Promise<void> {
  const { version, viewedAt } = row;
  await db
    .insert(viewedFiles)
    .values(row)
    .onConflictDoUpdate({
      target: [viewedFiles.implementationId, viewedFiles.userId, viewedFiles.path],
      set: { version, viewedAt },
    });
}

export async function deleteViewed(db: Db, key: ReviewerKey, path: string): Promise<void> {
  await db.delete(viewedFiles).where(and(isOf(viewedFiles, key), eq(viewedFiles.path, path)));
}

/** Null when this person has not looked at it. */
export async function selectLook(db: Db, key: ReviewerKey): Promise<LookRow | null> {
  const [row] = await db.select().from(reviewLooks).where(isOf(reviewLooks, key));
  return row ?? null;
}

/** What was looked at last becomes what was looked at before, unless it is the same. */
export async function upsertLook(
  db: Db,
  look: Pick<LookRow, "organizationId" | "implementationId" | "userId" | "headOid" | "lookedAt">,
): Promise<void> {
  const { headOid, lookedAt } = look;
  const isOther = sql`${reviewLooks.headOid} <> ${headOid}`;
  await db
    .insert(reviewLooks)
    .values(look)
    .onConflictDoUpdate({
      target: [reviewLooks.implementationId, reviewLooks.userId],
      set: {
        headOid,
        lookedAt,
        formerHeadOid: sql`case when ${isOther} then ${reviewLooks.headOid} else ${reviewLooks.formerHeadOid} end`,
        formerLookedAt: sql`case when ${isOther} then ${reviewLooks.lookedAt} else ${reviewLooks.formerLookedAt} end`,
      },
    });
}
