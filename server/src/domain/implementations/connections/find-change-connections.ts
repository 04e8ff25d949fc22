import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { findAddedConnections, type AddedConnection } from "#server/domain/architecture/find-added-connections.ts";
import type { NamedImplementationRow } from "#server/domain/implementations/store/implementations.store.ts";
import { codeDirectory } from "#server/domain/repositories/catalog/code-directory.ts";
import { findRepository } from "#server/domain/repositories/catalog/find-repository.ts";

import { openIndexAt } from "./open-index-at.ts";

/** "pending" where the code is still read, and who asks again gets more; "partial" where not all of it could be looked at. */
export type ChangeConnections = readonly AddedConnection[] | "pending" | "partial";

/**
 * The connections that an implementation brings and that nobody allowed. Never kept: what is allowed may be something else
 * any moment.
 */
export async function findChangeConnections(ctx: Ctx, row: NamedImplementationRow): Promise<ChangeConnections> {
  const { organizationId, repositoryId, baseOid: base, headOid: head } = row;
  const repository = await findRepository(ctx, { organizationId, repositoryId });
  if (repository?.indexedCommit == null || base === null || head === null) return "pending";
  const code = codeDirectory(ctx, row.repository);
  try {
    const before = await openIndexAt(ctx, repository, { code, commit: base });
    const after = await openIndexAt(ctx, repository, { code, commit: head });
    return (await findAddedConnections(ctx, repository, { before, after })) ?? "partial";
  } catch (error) {
    if (!(error instanceof AppError) || error.code === "cancelled") throw error;
    return error.isRetryable ? "pending" : "partial";
  }
}
