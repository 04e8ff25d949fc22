import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { beginMerge } from "#server/domain/implementations/merge/begin-merge.ts";
import { completeMerge } from "#server/domain/implementations/merge/complete-merge.ts";
import type { MovedBase } from "#server/domain/implementations/merge/merged-code.ts";
import { findMergeObstacle } from "#server/domain/implementations/mergeability/find-merge-obstacle.ts";
import { requireImplementation } from "#server/domain/implementations/reading/require-implementation.ts";
import type { QueuedChange } from "#server/domain/implementations/store/merge-queue.store.ts";
import { selectMergeIntent } from "#server/domain/implementations/store/merges.store.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { asRequester, letLeave, refusal, type BranchQueue } from "./plan-queue.ts";

/** Completes a merge of the first of a line that somebody was killed in the middle of. False where there is none. */
export async function completeFirst(ctx: Ctx, { changes: [first] }: BranchQueue): Promise<boolean> {
  const begun = first === undefined ? null : await selectMergeIntent(ctx.db, first.entry);
  if (first === undefined || begun === null) return false;
  const moved = await completeMerge(ctx, begun);
  if (moved.kind === "refused") await letLeave(ctx, first, moved.reason);
  if (moved.kind === "waiting") await letLeave(ctx, first, "A pull request on GitHub brings it in.");
  return true;
}

/**
 * Merges the first of a line where it passed on what the branch holds now: the very commit that was tested becomes the tip of
 * the branch. False where there is nothing to merge, or it did not come to it this time.
 */
export async function mergeFirst(ctx: Ctx, { tip, changes: [first] }: BranchQueue): Promise<boolean> {
  if (first === undefined) return false;
  const { entry } = first;
  if (entry.state !== "passed" || entry.ontoOid !== tip || entry.mergeOid === null) return false;
  const tried = await tryToMerge(ctx, first, { tip, mergeOid: entry.mergeOid });
  if (tried.kind === "refused") await letLeave(ctx, first, tried.reason);
  return tried.kind !== "elsewhere";
}

/** "elsewhere" where the next look at the line says more. */
async function tryToMerge(
  ctx: Ctx,
  change: QueuedChange,
  { tip, mergeOid }: { tip: string; mergeOid: string },
): Promise<MovedBase> {
  const acting = asRequester(ctx, change);
  const { headOid: head, requestedBy: userId } = change.entry;
  if (acting === null || userId === null) return refused("The account of whoever put it in line is gone.");
  const allowed = await requireProject(acting, change.row, "repository.push").catch(refusal);
  if (typeof allowed === "string") return refused(allowed);
  const row = await requireImplementation(acting, change.row, "implementation.merge").catch(refusal);
  if (typeof row === "string") return refused(row);
  const obstacle = await findMergeObstacle(ctx, row);
  if (obstacle?.kind === "rule-pending") return { kind: "elsewhere" };
  if (obstacle !== null) return refused(obstacle.message);
  try {
    return await completeMerge(acting, await beginMerge(acting, row, { head, tip, mergeOid, userId }));
  } catch (error) {
    // It was decided upon, worked on or merged at this moment, which the next look tells apart.
    if (error instanceof AppError && (error.code === "conflict" || error.code === "not_found"))
      return { kind: "elsewhere" };
    throw error;
  }
}

function refused(reason: string): MovedBase {
  return { kind: "refused", reason };
}
