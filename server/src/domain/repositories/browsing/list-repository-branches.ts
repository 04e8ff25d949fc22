import type { listBranches as endpoint } from "@cairn/contract/code-browsing";
import type { InputOf, ResultOf } from "@cairn/contract/endpoint";

import type { Ctx } from "#server/ctx.ts";
import { codeDirectory } from "#server/domain/repositories/catalog/code-directory.ts";
import { isCloned, requireRepository } from "#server/domain/repositories/catalog/require-repository.ts";
import { listBranches } from "#server/platform/git/refs/list-branches.ts";

/** The main branch first, then the one with the newest commit. Empty before the first clone. */
export async function listRepositoryBranches(
  ctx: Ctx,
  input: InputOf<typeof endpoint>,
): Promise<ResultOf<typeof endpoint>> {
  const row = await requireRepository(ctx, input, "project.read");
  const directory = codeDirectory(ctx, row);
  if (!(await isCloned(directory))) return [];
  const branches = await listBranches(directory, { signal: ctx.signal });
  return branches
    .map((branch) => ({ ...branch, isDefault: branch.name === row.mainBranch }))
    .sort((a, b) => Number(b.isDefault) - Number(a.isDefault));
}
