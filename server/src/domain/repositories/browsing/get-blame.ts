import type { getBlame as endpoint } from "@cairn/contract/code-history";
import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { requireCode, requireRepository } from "#server/domain/repositories/catalog/require-repository.ts";
import { blameFile } from "#server/platform/git/history/blame-file.ts";

/** Which commit last touched each line of a text file. */
export async function getBlame(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const row = await requireRepository(ctx, input, "project.read");
  const { directory, commit } = await requireCode(ctx, row, input.branchName);
  const path = input.path.replace(/^\/+/, "");
  const blame = await blameFile(directory, { commit, path, signal: ctx.signal });
  if (!blame) throw notFound("File");
  return { path, commit, ...blame };
}
