import { AppError, notFound } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { requireRepository } from "#server/domain/repositories/catalog/require-repository.ts";
import { openHostedRepository } from "#server/domain/repositories/connecting/host-repository.ts";
import { fetchBundle } from "#server/platform/git/hosting/fetch-bundle.ts";
import { keepHead } from "#server/platform/git/refs/keep-head.ts";
import { listBranches } from "#server/platform/git/refs/list-branches.ts";

/**
 * Brings the branches of a bundle that ships with this program into a repository that is hosted here and has none yet, and puts
 * its index in line. Only the system may, so that no request can make the server read a file of its own.
 */
export async function importBundle(
  ctx: Ctx,
  input: { organizationId: string; projectId: string; repositoryId: string; bundle: string },
): Promise<{ hasChanged: boolean }> {
  if (ctx.actor.kind !== "system")
    throw new AppError("forbidden", { message: "Only the server reads its own bundles" });
  const row = await requireRepository(ctx, input, "repository.push");
  if (row.connection.type !== "internal") throw notFound("Repository");
  const { signal } = ctx;
  const directory = await openHostedRepository(ctx, row);
  await keepHead(directory, row.mainBranch ?? "main", { signal });
  if ((await listBranches(directory, { signal })).length > 0) return { hasChanged: false };
  await fetchBundle(input.bundle, directory, { signal });
  const { organizationId, repositoryId } = row;
  await ctx.db.transaction((tx) => ctx.enqueue(tx, "index-repository", { organizationId, repositoryId }, repositoryId));
  return { hasChanged: true };
}
