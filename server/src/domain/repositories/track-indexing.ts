import type { Ctx } from "../../ctx.ts";
import type { Db } from "../../platform/db/open-db.ts";
import {
  findRepositoryRow,
  forgetIndexes,
  listUnfinishedRows,
  raiseProgress,
  updateIndexing,
  updateRun,
  type IndexingChange,
  type IndexRun,
  type RepositoryKey,
  type RepositoryRow,
} from "./repositories.store.ts";

export type { RepositoryRow } from "./repositories.store.ts";

/** The repository to index; null when it was deleted meanwhile. For jobs of ours only. */
export async function loadForIndexing(ctx: Ctx, key: RepositoryKey): Promise<RepositoryRow | null> {
  return await findRepositoryRow(ctx.db, key);
}

/** Writes how the index stands, whatever run is under way. */
export async function applyIndexing(
  ctx: Ctx,
  key: RepositoryKey,
  change: IndexingChange,
  db: Db = ctx.db,
): Promise<void> {
  await updateIndexing(db, key, change);
}

/** Writes how a run stands; false when the repository was deleted or reset since it began: the run is over then. */
export async function applyRun(ctx: Ctx, run: IndexRun, change: IndexingChange, db: Db = ctx.db): Promise<boolean> {
  return await updateRun(db, run, change);
}

/** Percent of the whole run; never lowers what is shown. False as `applyRun` is. */
export async function reportProgress(ctx: Ctx, run: IndexRun, percent: number): Promise<boolean> {
  return await raiseProgress(ctx.db, run, Math.round(percent));
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

/** Runs that were begun and not ended, of all organizations; for the system's own start alone. */
export async function listUnfinished(ctx: Pick<Ctx, "wholeDb">): Promise<RepositoryKey[]> {
  return await listUnfinishedRows(ctx.wholeDb);
}
