import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { AppError, notFound } from "@cairn/contract/errors";
import type { enterMergeQueue as endpoint } from "@cairn/contract/merge-queue";

import type { Ctx } from "#server/ctx.ts";
import { requireReviewedHead } from "#server/domain/implementations/merge/plan-merge.ts";
import { findMergeObstacle } from "#server/domain/implementations/mergeability/find-merge-obstacle.ts";
import { getImplementation } from "#server/domain/implementations/reading/get-implementation.ts";
import { requireImplementation } from "#server/domain/implementations/reading/require-implementation.ts";
import { insertQueueEntry } from "#server/domain/implementations/store/merge-queue.store.ts";
import { lockImplementation } from "#server/domain/implementations/store/starting.store.ts";
import { requireUserId } from "#server/domain/members/require-organization.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

/**
 * Puts an implementation at the end of the merge queue of its branch, as it was reviewed. One that is there already keeps
 * its place. Throws `conflict` in words where it could not be merged now.
 */
export async function enterMergeQueue(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const requestedBy = requireUserId(ctx);
  await requireProject(ctx, input, "repository.push");
  const row = await requireImplementation(ctx, input, "implementation.merge");
  await requireReviewedHead(ctx, row, input.head);
  const obstacle = await findMergeObstacle(ctx, row);
  if (obstacle !== null) throw new AppError("conflict", { message: obstacle.message });
  const { organizationId, implementationId, repositoryId } = row;
  await ctx.db.transaction(async (tx) => {
    const locked = await lockImplementation(tx, row);
    if (locked === null) throw notFound("Implementation");
    if (locked.state !== "created" || locked.runState !== "completed" || locked.headOid !== input.head) {
      throw new AppError("conflict", { message: "This implementation has changed a moment ago. Look at it again." });
    }
    const entry = { organizationId, implementationId, headOid: input.head, requestedBy, queuedAt: ctx.now() };
    await insertQueueEntry(tx, entry);
    await ctx.enqueue(tx, "work-on-merge-queue", { organizationId, repositoryId }, repositoryId);
  });
  return await getImplementation(ctx, row);
}
