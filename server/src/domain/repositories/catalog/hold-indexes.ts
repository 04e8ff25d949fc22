import { holdGenerations, type RepositoryRow } from "#server/domain/repositories/store/repositories.store.ts";
import type { Db } from "#server/platform/db/open-db.ts";

/**
 * Whether what was read from these repositories' indexes still counts; if so no reset comes between before the
 * transaction `db` ends. A repository that was deleted meanwhile is the concern of whoever deleted it.
 */
export async function holdIndexes(db: Db, rows: readonly RepositoryRow[]): Promise<boolean> {
  const current = await holdGenerations(
    db,
    rows.map((row) => row.repositoryId),
  );
  return rows.every((row) => (current.get(row.repositoryId) ?? row.indexGeneration) === row.indexGeneration);
}
