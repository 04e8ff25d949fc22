import type { Ctx } from "#server/ctx.ts";
import { isPushable } from "#server/domain/implementations/publishing/push-target.ts";
import { codeDirectory } from "#server/domain/repositories/catalog/code-directory.ts";
import { isAncestor } from "#server/platform/git/merging/list-commits-between.ts";
import { moveBranch } from "#server/platform/git/merging/move-branch.ts";
import { resolveCommit } from "#server/platform/git/objects/resolve-commit.ts";
import { readRef } from "#server/platform/git/refs/move-ref.ts";

import type { MergedCode, MovedBase } from "./merged-code.ts";
import { moveBaseElsewhere } from "./move-base-elsewhere.ts";

/**
 * Moves the base branch to the commit of the merge, where its repository lies. "moved" also where it was moved before, by
 * whoever did this first.
 */
export async function moveBase(ctx: Ctx, merged: MergedCode): Promise<MovedBase> {
  const { connection } = merged.repository;
  if (isPushable(connection)) return await moveBaseElsewhere(ctx, merged, connection);
  return await moveHostedBase(ctx, merged);
}

async function moveHostedBase(ctx: Ctx, { row, repository, intent }: MergedCode): Promise<MovedBase> {
  const { signal } = ctx;
  const directory = codeDirectory(ctx, repository);
  const { tipOid: from, mergeOid: to, headOid } = intent;
  const ref = `refs/heads/${row.baseBranch}`;
  const working = `refs/heads/${row.workingBranch}`;
  // Somebody may have deleted it; what was reviewed is kept beside the branches.
  const isThere = row.isPublished && (await readRef(directory, working, { signal })) !== null;
  const unmoved = isThere ? [{ ref: working, oid: headOid }] : [];
  if (await moveBranch(directory, { ref, from, to, unmoved, signal })) return { kind: "moved" };
  const tip = await resolveCommit(directory, row.baseBranch, { signal });
  const isMoved = tip !== null && (await isAncestor(directory, { oid: to, descendant: tip, signal }));
  return { kind: isMoved ? "moved" : "elsewhere" };
}
