import { existsSync } from "node:fs";

import type { Ctx } from "#server/ctx.ts";
import { codeDirectory } from "#server/domain/repositories/catalog/code-directory.ts";
import type { RepositoryRow } from "#server/domain/repositories/catalog/track-indexing.ts";
import { findDefaultBranch } from "#server/platform/git/refs/find-default-branch.ts";

/** Whether a repository is hosted here and nothing was ever pushed to it, so that there is nothing to index. */
export async function awaitsPush(ctx: Ctx, row: RepositoryRow): Promise<boolean> {
  if (row.connection.type !== "internal" || row.mainBranch !== null) return false;
  const directory = codeDirectory(ctx, row);
  return !existsSync(directory) || (await findDefaultBranch(directory, { signal: ctx.signal })) === null;
}
