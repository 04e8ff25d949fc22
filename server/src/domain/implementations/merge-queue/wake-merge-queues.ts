import type { Ctx } from "#server/ctx.ts";
import { listQueuedRepositories } from "#server/domain/implementations/store/merge-queue.store.ts";

/** Puts the merge queues of all organizations in which somebody waits in line to be worked on. */
export async function wakeMergeQueues(ctx: Pick<Ctx, "wholeDb" | "enqueue">): Promise<void> {
  for (const key of await listQueuedRepositories(ctx.wholeDb)) {
    await ctx.enqueue(ctx.wholeDb, "work-on-merge-queue", key, key.repositoryId);
  }
}
