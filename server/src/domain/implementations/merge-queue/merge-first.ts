import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { beginMerge } from "#server/domain/implementations/merge/begin-merge.ts";
import { completeMerge } from "#server/domain/implementations/merge/complete-merge.ts";
import { findMergeObstacle } from "#server/domain/implementations/mergeability/find-merge-obstacle.ts";
import { requireImplementation } from "#server/domain/implementations/reading/require-implementation.ts";
import type { QueuedChange } from "#server/domain/implementations/store/merge-queue.store.ts";
import { selectMergeIntent } from "#server/domain/implementations/store/merges.store.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { asRequester, letLeave, refusal, type BranchQueue } from "./plan-queue.ts";

/** Completes a merge of the first of a line that somebody was killed in the middle of. False where there is none. */
export async function completeFirst(ctx: Ctx, { changes: [first] }: BranchQueue): Promise<boolean> {
  const begun = first === undefined ? null : await selectMergeIntent(ctx.db, first.entry);
  if (begun !== null) await completeMerge(ctx, begun);
  return begun !== null;
}

/**
 * Merges the first of a line where it passed on what the branch holds now: the very commit that was tested becomes the tip of
 * the branch. False where there is nothing to merge.
 */
export async function mergeFirst(ctx: Ctx, { tip, changes: [first] }: BranchQueue): Promise<boolean> {
  if (first === undefined) return false;
  const { entry } = first;
  if (entry.state !== "passed" || entry.ontoOid !== tip || entry.mergeOid === null) return false;
  const reason = await tryToMerge(ctx, first, { tip, mergeOid: entry.mergeOid });
  if (reason !== null) await letLeave(ctx, first, reason);
  return true;
}

/** Why it cannot be merged after all; null where it was, or the next look at the line says more. */
async function tryToMerge(
  ctx: Ctx,
  change: QueuedChange,
  { tip, mergeOid }: { tip: string; mergeOid: string },
): Promise<string | null> {
  const acting = asRequester(ctx, change);
  const { headOid: head, requestedBy: userId } = change.entry;
  if (acting === null || userId === null) return "The account of whoever put it in line is gone.";
  const allowed = await requireProject(acting, change.row, "repository.push").catch(refusal);
  if (typeof allowed === "string") return allowed;
  const row = await requireImplementation(acting, change.row, "implementation.merge").catch(refusal);
  if (typeof row === "string") return row;
  const obstacle = await findMergeObstacle(ctx, row);
  if (obstacle !== null) return obstacle.message;
  try {
    await completeMerge(acting, await beginMerge(acting, row, { head, tip, mergeOid, userId }));
    return null;
  } catch (error) {
    // It was decided upon, worked on or merged at this moment, which the next look tells apart.
    if (error instanceof AppError && (error.code === "conflict" || error.code === "not_found")) return null;
    throw error;
  }
}
