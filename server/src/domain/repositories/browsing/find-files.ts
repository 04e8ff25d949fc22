import type { findFiles as endpoint } from "@cairn/contract/code-browsing";
import type { InputOf, ResultOf } from "@cairn/contract/endpoint";

import type { Ctx } from "#server/ctx.ts";
import { requireCode, requireRepository } from "#server/domain/repositories/catalog/require-repository.ts";
import { findFiles as findPaths } from "#server/platform/git/objects/find-files.ts";

/** Files of a branch or commit whose path holds the letters of the query in that order, best first. */
export async function findFiles(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const row = await requireRepository(ctx, input, "project.read");
  const { directory, commit } = await requireCode(ctx, row, input.branchName);
  const { query, limit } = input;
  return { content: await findPaths(directory, { commit, query, limit, signal: ctx.signal }), commit };
}
