import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { AppError } from "@cairn/contract/errors";
import type { ChangesSinceLook, getChangesSinceLook as endpoint } from "@cairn/contract/review-marks";

import type { Ctx } from "#server/ctx.ts";
import { isSkimmed } from "#server/domain/implementations/flags/flag-change.ts";
import { readFlags } from "#server/domain/implementations/flags/list-flags.ts";
import { tryMerge } from "#server/domain/implementations/mergeability/try-merge.ts";
import { describeDiff } from "#server/domain/implementations/reading/describe-diff.ts";
import { requireImplementation } from "#server/domain/implementations/reading/require-implementation.ts";
import { requireUserId } from "#server/domain/members/require-organization.ts";
import { codeDirectory } from "#server/domain/repositories/catalog/code-directory.ts";
import { diffCommits } from "#server/platform/git/diff/diff-commits.ts";
import { isAncestor } from "#server/platform/git/merging/list-commits-between.ts";
import { resolveCommit } from "#server/platform/git/objects/resolve-commit.ts";

import { findLastLook } from "./read-marks.ts";

/** What changed since the caller looked last. Throws `conflict` in words where that commit is gone, or there is none. */
export async function getChangesSinceLook(
  ctx: Ctx,
  input: InputOf<typeof endpoint>,
): Promise<ResultOf<typeof endpoint>> {
  const row = await requireImplementation(ctx, input, "implementation.read");
  const look = await findLastLook(ctx.db, row, requireUserId(ctx));
  const { headOid: head, baseOid: base } = row;
  if (look === null || head === null || base === null) {
    throw new AppError("conflict", { message: "You have not looked at an earlier state of this change." });
  }
  const directory = codeDirectory(ctx, row.repository);
  const { signal } = ctx;
  if ((await resolveCommit(directory, look.head, { signal })) === null) {
    const message = `What you looked at last, ${look.head.slice(0, 8)}, is gone from the repository. Look at all changes.`;
    throw new AppError("conflict", { message });
  }
  const { before, after } = input;
  const compared = await findCompared(ctx, directory, { seen: look.head, base });
  const contextLines = Math.max(before, after);
  const diff = await diffCommits(directory, { base: compared.commit, head, contextLines, isLesser: isSkimmed, signal });
  const flags = await readFlags(diff, { directory, base: compared.commit, head }, signal);
  const files = describeDiff(diff, flags, { before, after });
  return { base: look.head, head, files, isTruncated: diff.isTruncated, changesOfBase: compared.changesOfBase };
}

/** What was looked at, as it would be on the commit that the implementation stands on now. */
async function findCompared(
  { signal }: Pick<Ctx, "signal">,
  directory: string,
  { seen, base }: { seen: string; base: string },
): Promise<{ commit: string; changesOfBase: ChangesSinceLook["changesOfBase"] }> {
  if (await isAncestor(directory, { oid: base, descendant: seen, signal })) {
    return { commit: seen, changesOfBase: "same" };
  }
  const moved = await tryMerge(directory, { tip: base, head: seen });
  return moved.kind === "clean"
    ? { commit: moved.tree, changesOfBase: "left-out" }
    : { commit: seen, changesOfBase: "included" };
}
