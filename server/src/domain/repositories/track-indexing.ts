import type { Ctx } from "../../ctx.ts";
import type { Db } from "../../platform/db/open-db.ts";
import {
  findRepositoryRow,
  listUnfinishedRows,
  raiseProgress,
  updateIndexing,
  type IndexingChange,
  type RepositoryKey,
  type RepositoryRow,
} from "./repositories.store.ts";

export type { RepositoryRow } from "./repositories.store.ts";

/** The repository to index; null when it was deleted meanwhile. For jobs of ours only. */
export async function loadForIndexing(ctx: Ctx, key: RepositoryKey): Promise<RepositoryRow | null> {
  return await findRepositoryRow(ctx.db, key);
}

/** Writes how the run stands; false when the repository was deleted meanwhile. */
export async function applyIndexing(
  ctx: Ctx,
  key: RepositoryKey,
  change: IndexingChange,
  db: Db = ctx.db,
): Promise<boolean> {
  return await updateIndexing(db, key, change);
}

/** Runs that were begun and not ended, of all organizations; for the system's own start alone. */
export async function listUnfinished(ctx: Pick<Ctx, "db">): Promise<RepositoryKey[]> {
  return await listUnfinishedRows(ctx.db);
}

/** Percent of the whole run; never lowers what is shown. */
export async function reportProgress(ctx: Ctx, key: RepositoryKey, percent: number): Promise<void> {
  await raiseProgress(ctx.db, key, Math.round(percent));
}
