import type { getCommit as endpoint } from "@cairn/contract/code-history";
import type { InputOf, ResultOf } from "@cairn/contract/endpoint";

import type { Ctx } from "#server/ctx.ts";
import { requireClone, requireRepository } from "#server/domain/repositories/catalog/require-repository.ts";
import { getCommit as readCommit } from "#server/platform/git/history/get-commit.ts";

/** One commit, by its full id. */
export async function getCommit(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const row = await requireRepository(ctx, input, "project.read");
  const directory = await requireClone(ctx, row);
  return await readCommit(directory, input.oid, { signal: ctx.signal });
}
