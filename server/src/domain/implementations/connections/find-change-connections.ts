import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { findAddedConnections, type AddedConnection } from "#server/domain/architecture/find-added-connections.ts";
import type { NamedImplementationRow } from "#server/domain/implementations/store/implementations.store.ts";
import { codeDirectory } from "#server/domain/repositories/catalog/code-directory.ts";
import { findRepository } from "#server/domain/repositories/catalog/find-repository.ts";

import { openIndexAt } from "./open-index-at.ts";

/**
 * The connections that an implementation brings and that nobody allowed. Never kept: what is allowed may be something else
 * any moment. Null where the code was not read, or not all of it, or not soon enough.
 */
export async function findChangeConnections(
  ctx: Ctx,
  row: NamedImplementationRow,
): Promise<readonly AddedConnection[] | null> {
  const { organizationId, repositoryId, baseOid: base, headOid: head } = row;
  const repository = await findRepository(ctx, { organizationId, repositoryId });
  if (repository?.indexedCommit == null || base === null || head === null) return null;
  const code = codeDirectory(ctx, row.repository);
  try {
    const before = await openIndexAt(ctx, repository, { code, commit: base });
    const after = await openIndexAt(ctx, repository, { code, commit: head });
    return await findAddedConnections(ctx, repository, { before, after });
  } catch (error) {
    if (!(error instanceof AppError) || error.code === "cancelled") throw error;
    return null;
  }
}
