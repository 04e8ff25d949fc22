import { parentRevision, type getDiff as endpoint } from "@cairn/contract/code-history";
import type { InputOf, ResultOf } from "@cairn/contract/endpoint";

import type { Ctx } from "#server/ctx.ts";
import { requireCode, requireRepository } from "#server/domain/repositories/catalog/require-repository.ts";
import { diffCommits } from "#server/platform/git/diff/diff-commits.ts";
import { findMergeBase } from "#server/platform/git/history/find-merge-base.ts";
import { readCommitHeader } from "#server/platform/git/objects/read-commit-header.ts";

/**
 * What a branch or commit changes, compared with its first parent, with another one, or with the commit at which the
 * two diverged. Histories with nothing in common are compared directly.
 */
export async function getDiff(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const row = await requireRepository(ctx, input, "project.read");
  const [code, compared] = await Promise.all([
    requireCode(ctx, row, input.branchName),
    input.compareTo === parentRevision ? null : requireCode(ctx, row, input.compareTo),
  ]);
  const { directory, commit: head } = code;
  const { signal } = ctx;
  const findBase = async (): Promise<string | null> => {
    if (compared === null) return (await readCommitHeader(directory, head, { signal })).parents[0] ?? null;
    if (input.since === "tip") return compared.commit;
    return (await findMergeBase(directory, { commit: head, other: compared.commit, signal })) ?? compared.commit;
  };
  const base = await findBase();
  const { files, isTruncated } = await diffCommits(directory, { base, head, contextLines: input.context, signal });
  return { base, head, files, isTruncated };
}
