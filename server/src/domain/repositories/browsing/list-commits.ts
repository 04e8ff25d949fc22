import type { listCommits as endpoint } from "@cairn/contract/code-history";
import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { requireCode, requireRepository } from "#server/domain/repositories/catalog/require-repository.ts";
import { readHistory } from "#server/platform/git/history/read-history.ts";
import { findEntry } from "#server/platform/git/objects/list-tree.ts";

/** The history of a branch or of a path of it, newest first. A file is followed through its renames. */
export async function listCommits(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const row = await requireRepository(ctx, input, "project.read");
  const { directory, commit } = await requireCode(ctx, row, input.branchName);
  const { page, limit } = input;
  const range = { commit, skip: (page - 1) * limit, limit, signal: ctx.signal };
  const path = (input.path ?? "").replace(/^\/+|\/+$/g, "");
  if (path === "") {
    const { commits, hasMore } = await readHistory(directory, range);
    return { content: commits, page, limit, hasMore };
  }
  const entry = await findEntry(directory, { commit, path, signal: ctx.signal });
  if (!entry) throw notFound("File or folder");
  const isFollowed = entry.type !== "folder";
  const { commits, hasMore } = await readHistory(directory, { ...range, path, isFollowed });
  return { content: commits.map((one) => ({ ...one, path: one.path ?? path })), page, limit, hasMore };
}
