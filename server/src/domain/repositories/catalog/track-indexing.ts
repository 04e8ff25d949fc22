import type { Ctx } from "#server/ctx.ts";
import { claimDueRows, listSettledRows, type Due } from "#server/domain/repositories/store/due-repositories.store.ts";
import {
  findRepositoryRow,
  forgetIndexes,
  isRunCurrent,
  listIndexedRows,
  listUnfinishedRows,
  raiseProgress,
  updateIndexing,
  updateRun,
  updateSettled,
  type IndexingChange,
  type IndexRunRow,
  type RepositoryKey,
  type RepositoryRow,
} from "#server/domain/repositories/store/repositories.store.ts";
import type { Db } from "#server/platform/db/open-db.ts";

export type { RepositoryRow } from "#server/domain/repositories/store/repositories.store.ts";
/** What a run has read so far. */
export type IndexReading = NonNullable<IndexingChange["indexReading"]>;

/** The repository to index; null when it was deleted meanwhile. For jobs of ours only. */
export async function loadForIndexing(ctx: Ctx, key: RepositoryKey): Promise<RepositoryRow | null> {
  return await findRepositoryRow(ctx.db, key);
}

/** Stores the state of the index, no matter which run is under way. */
export async function applyIndexing(
  ctx: Ctx,
  key: RepositoryKey,
  change: IndexingChange,
  db: Db = ctx.db,
): Promise<void> {
  await updateIndexing(db, key, change);
}

/**
 * Stores the state of a run; false when the repository was deleted, reset or switched to another branch since it began:
 * the run is over then.
 */
export async function applyRun(ctx: Ctx, run: IndexRunRow, change: IndexingChange, db: Db = ctx.db): Promise<boolean> {
  return await updateRun(db, run, change);
}

/** Whether `applyRun` would write. */
export async function isRunOn(ctx: Ctx, run: IndexRunRow): Promise<boolean> {
  return await isRunCurrent(ctx.db, run);
}

/** Writes what asking a repository for news brought, unless a run that people see is under way. */
export async function applyCheck(ctx: Ctx, row: IndexRunRow, change: IndexingChange, db: Db = ctx.db): Promise<void> {
  await updateSettled(db, row, change);
}

/** Repositories of all organizations that are due to be polled, within `db`; for the system's own sweep. */
export async function claimDue(db: Db, due: Due): Promise<RepositoryKey[]> {
  return await claimDueRows(db, due);
}

/** All other repositories of the organization that have an index. For jobs of ours only. */
export async function listIndexed(ctx: Ctx, key: RepositoryKey): Promise<RepositoryRow[]> {
  return await listIndexedRows(ctx.db, key);
}

/** Percent of the whole run, which never lowers what is shown, and what was read. False as `applyRun` is. */
export async function reportProgress(
  ctx: Ctx,
  run: IndexRunRow,
  { percent, reading }: { percent: number; reading: IndexReading | null },
): Promise<boolean> {
  return await raiseProgress(ctx.db, run, { percent: Math.round(percent), reading });
}

/**
 * Forgets the indexes of an organization, or of one project, within `db`: each repository waits for its first index
 * again, and runs under way write nothing more.
 */
export async function resetIndexing(
  db: Db,
  scope: { organizationId: string; projectId?: string },
): Promise<RepositoryKey[]> {
  return await forgetIndexes(db, scope);
}

/** Those of all organizations that should have an index; for the system's own start alone. */
export async function listAllIndexed(ctx: Pick<Ctx, "wholeDb">): Promise<RepositoryKey[]> {
  return await listSettledRows(ctx.wholeDb);
}

/** Runs that were begun and not ended, of all organizations; for the system's own start alone. */
export async function listUnfinished(ctx: Pick<Ctx, "wholeDb">): Promise<RepositoryKey[]> {
  return await listUnfinishedRows(ctx.wholeDb);
}
