import type { Ctx } from "#server/ctx.ts";
import { holdRow } from "#server/domain/repositories/store/remotes.store.ts";
import {
  findRepositoryRow,
  listIds,
  listRows,
  listRowsById,
  type RepositoryRow,
} from "#server/domain/repositories/store/repositories.store.ts";
import type { Db } from "#server/platform/db/open-db.ts";

/** The repositories of a project. The caller has already checked the right to the project. */
export async function findProjectRepositories(
  ctx: Ctx,
  project: { organizationId: string; projectId: string },
): Promise<RepositoryRow[]> {
  const { rows } = await listRows(ctx.db, project, { limit: 1000, offset: 0 });
  return rows;
}

/** Null when the organization has none such. The caller has already checked the right. */
export async function findRepository(
  ctx: Ctx,
  key: { organizationId: string; repositoryId: string },
): Promise<RepositoryRow | null> {
  return await findRepositoryRow(ctx.db, key);
}

/**
 * Whether the organization has it; if so it is locked against deletion until the transaction `db` ends. The caller has
 * already checked the right.
 */
export async function holdRepository(db: Db, key: { organizationId: string; repositoryId: string }): Promise<boolean> {
  return await holdRow(db, key);
}

/** Those of the given repositories that the organization has. The caller has already checked the right. */
export async function listRepositoriesById(
  ctx: Ctx,
  organizationId: string,
  repositoryIds: string[],
): Promise<RepositoryRow[]> {
  return await listRowsById(ctx.db, organizationId, repositoryIds);
}

/** All of an organization, or of one project. The caller has already checked the right. */
export async function listRepositoryIds(
  db: Db,
  scope: { organizationId: string; projectId?: string },
): Promise<string[]> {
  return await listIds(db, scope);
}
