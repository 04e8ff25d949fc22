import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { AppError, notFound } from "@cairn/contract/errors";
import type { mergeImplementation as endpoint } from "@cairn/contract/implementation-merging";

import type { Ctx } from "#server/ctx.ts";
import { findMergeObstacles } from "#server/domain/implementations/mergeability/find-merge-obstacles.ts";
import { getImplementation } from "#server/domain/implementations/reading/get-implementation.ts";
import { requireImplementation } from "#server/domain/implementations/reading/require-implementation.ts";
import type { NamedImplementationRow } from "#server/domain/implementations/store/implementations.store.ts";
import { insertMergeIntent, type MergeIntentRow } from "#server/domain/implementations/store/merges.store.ts";
import { lockImplementation } from "#server/domain/implementations/store/starting.store.ts";
import { requireUserId } from "#server/domain/members/require-organization.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { lockTasksFor } from "#server/domain/tasks/change-task.ts";

import { completeMerge } from "./complete-merge.ts";
import { planMerge, requireReviewedHead, writeMergeCommit, type PlannedMerge } from "./plan-merge.ts";

/** Each loss means that somebody else got something into the branch. */
const maxTries = 50;

/**
 * Merges an implementation as it was reviewed. Where the base branch moves meanwhile, it is merged onto that; where the
 * implementation does, or anything else stands in the way, nothing is merged and `conflict` says why.
 */
export async function mergeImplementation(
  ctx: Ctx,
  input: InputOf<typeof endpoint>,
): Promise<ResultOf<typeof endpoint>> {
  const userId = requireUserId(ctx);
  const { mergeMethod: method } = await requireProject(ctx, input, "repository.push");
  for (let tries = 0; tries < maxTries; tries += 1) {
    const row = await requireImplementation(ctx, input, "implementation.merge");
    await requireReviewedHead(ctx, row, input.head);
    const [obstacle] = await findMergeObstacles(ctx, row, null);
    if (obstacle !== undefined) throw new AppError("conflict", { message: obstacle.message });
    const plan = await planMerge(ctx, row, { method, userId });
    if (plan === null) throw notFound("Implementation");
    const intent = await beginMerge(ctx, row, { plan, userId });
    if (await completeMerge(ctx, intent)) return await getImplementation(ctx, row);
  }
  throw new AppError("conflict", { message: "The base branch moves all the time. Try again in a moment." });
}

/** Writes down what is about to be done, unless something came in between. */
async function beginMerge(
  ctx: Ctx,
  row: NamedImplementationRow,
  { plan, userId }: { plan: PlannedMerge; userId: string },
): Promise<MergeIntentRow> {
  const now = ctx.now();
  const mergeOid = await writeMergeCommit(plan, { date: now, signal: ctx.signal });
  const { organizationId, implementationId } = row;
  const intent: MergeIntentRow = {
    implementationId,
    organizationId,
    headOid: plan.head,
    tipOid: plan.tip,
    mergeOid,
    documentsAt: null,
    requestedBy: userId,
    createdAt: now,
  };
  await ctx.db.transaction(async (tx) => {
    await lockTasksFor(tx, row, [row.taskId], { state: "done" });
    const locked = await lockImplementation(tx, row);
    if (locked === null) throw notFound("Implementation");
    if (locked.state !== "created") {
      throw new AppError("conflict", { message: "Somebody else decided upon this implementation a moment ago." });
    }
    if (locked.runState !== "completed" || locked.headOid !== plan.head) {
      throw new AppError("conflict", { message: "This implementation has changed a moment ago. Look at it again." });
    }
    if (!(await insertMergeIntent(tx, intent))) {
      throw new AppError("conflict", { message: "Somebody else is merging this at the moment." });
    }
  });
  return intent;
}
