import { holdGenerations, type RepositoryRow } from "#server/domain/repositories/store/repositories.store.ts";
import type { Db } from "#server/platform/db/open-db.ts";

/**
 * Whether results read from these repositories' indexes are still valid; if so no reset can happen before the
 * transaction `db` ends. Repositories deleted meanwhile are ignored: the deletion takes care of them.
 */
export async function holdIndexes(db: Db, rows: readonly RepositoryRow[]): Promise<boolean> {
  const current = await holdGenerations(
    db,
    rows.map((row) => row.repositoryId),
  );
  return rows.every((row) => (current.get(row.repositoryId) ?? row.indexGeneration) === row.indexGeneration);
}
