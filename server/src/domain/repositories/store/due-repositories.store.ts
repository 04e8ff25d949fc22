import { and, count, isNotNull, isNull, lt, or, sql } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import { repositories } from "#server/platform/db/tables/projects.ts";

import { isSettled, type RepositoryKey } from "./repositories.store.ts";

/** Of all organizations, those that were indexed and no run that people see is under way for. */
export async function listSettledRows(db: Db): Promise<RepositoryKey[]> {
  return await db
    .select({ organizationId: repositories.organizationId, repositoryId: repositories.repositoryId })
    .from(repositories)
    .where(and(isSettled, isNotNull(repositories.indexedCommit)));
}

export interface Due {
  now: Date;
  /** Repositories polled before this are due. */
  dueSince: Date;
  /** The same for failed ones, which are polled less often. */
  failedDueSince: Date;
  /** At most this share of all polled repositories, from 0 to 1. */
  share: number;
}

/**
 * Claims repositories of all organizations that are due to be polled, the longest waiting first, and records that
 * they are. Several callers at once get different ones.
 */
export async function claimDueRows(db: Db, { now, dueSince, failedDueSince, share }: Due): Promise<RepositoryKey[]> {
  const [counted] = await db.select({ total: count() }).from(repositories).where(isSettled);
  const since = sql`case ${repositories.indexState} when 'failed' then ${failedDueSince.toISOString()}::timestamptz
    else ${dueSince.toISOString()}::timestamptz end`;
  const chosen = db
    .select({ repositoryId: repositories.repositoryId })
    .from(repositories)
    .where(and(isSettled, or(isNull(repositories.checkedAt), lt(repositories.checkedAt, since))))
    .orderBy(sql`${repositories.checkedAt} nulls first`)
    .limit(Math.ceil((counted?.total ?? 0) * share))
    .for("update", { skipLocked: true });
  return await db
    .update(repositories)
    .set({ checkedAt: now })
    // As an array it is chosen once; `in` may ask again for every row, which then skips those that are locked already.
    .where(sql`${repositories.repositoryId} = any(array(${chosen}))`)
    .returning({ organizationId: repositories.organizationId, repositoryId: repositories.repositoryId });
}
