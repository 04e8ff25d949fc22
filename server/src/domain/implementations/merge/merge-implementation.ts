import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { AppError, notFound } from "@cairn/contract/errors";
import type { mergeImplementation as endpoint } from "@cairn/contract/implementation-merging";

import type { Ctx } from "#server/ctx.ts";
import { findMergeObstacle } from "#server/domain/implementations/mergeability/find-merge-obstacle.ts";
import { getImplementation } from "#server/domain/implementations/reading/get-implementation.ts";
import { requireImplementation } from "#server/domain/implementations/reading/require-implementation.ts";
import { requireUserId } from "#server/domain/members/require-organization.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { beginMerge } from "./begin-merge.ts";
import { choosePath } from "./choose-path.ts";
import { completeMerge } from "./complete-merge.ts";
import { planMerge, requireReviewedHead, writeMergeCommit } from "./plan-merge.ts";

/** Each loss means that somebody else got something into the branch. */
const maxTries = 50;

const throughQueue = "Changes of this product are merged through its merge queue. Put it in line instead.";

/**
 * Merges an implementation as it was reviewed. Where the base branch moves meanwhile, it is merged onto that; where the
 * implementation does, or anything else stands in the way, nothing is merged and `conflict` says why. Where the product
 * wants a pull request, one is opened, and what comes of that is seen later.
 */
export async function mergeImplementation(
  ctx: Ctx,
  input: InputOf<typeof endpoint>,
): Promise<ResultOf<typeof endpoint>> {
  const userId = requireUserId(ctx);
  const { mergeMethod: method, mergePath } = await requireProject(ctx, input, "repository.push");
  for (let tries = 0; tries < maxTries; tries += 1) {
    const row = await requireImplementation(ctx, input, "implementation.merge");
    await requireReviewedHead(ctx, row, input.head);
    const obstacle = await findMergeObstacle(ctx, row);
    if (obstacle !== null) throw new AppError("conflict", { message: obstacle.message });
    const through = choosePath(mergePath, row.repository);
    if (through === "queue") throw new AppError("conflict", { message: throughQueue });
    const plan = await planMerge(ctx, row, { method, userId });
    if (plan === null) throw notFound("Implementation");
    const mergeOid = await writeMergeCommit(plan, { date: ctx.now(), signal: ctx.signal });
    const intent = await beginMerge(ctx, row, {
      head: plan.head,
      tip: plan.tip,
      mergeOid,
      userId,
      byPull: through === "pull-request",
    });
    const moved = await completeMerge(ctx, intent);
    if (moved.kind === "refused") throw new AppError("conflict", { message: moved.reason });
    if (moved.kind === "moved" || moved.kind === "waiting") return await getImplementation(ctx, row);
  }
  throw new AppError("conflict", { message: "The base branch moves all the time. Try again in a moment." });
}
