import type { Ctx } from "#server/ctx.ts";
import { listMergeIntents } from "#server/domain/implementations/store/merges.store.ts";

import { completeMerge } from "./complete-merge.ts";

/** How long whoever began a merge is left alone with its host. */
const patienceMs = 120_000;

/** Completes what a server was killed in the middle of; what lost its race is forgotten. */
export async function repairMerges(ctx: Ctx): Promise<void> {
  const elsewhereBefore = new Date(ctx.now().getTime() - patienceMs);
  for (const intent of await listMergeIntents(ctx.wholeDb, elsewhereBefore)) {
    ctx.signal.throwIfAborted();
    try {
      await completeMerge(ctx, intent);
    } catch (error) {
      // One repository that cannot be read must not hold up the others.
      ctx.log.warn({ error, implementationId: intent.implementationId }, "a merge could not be completed this time");
    }
  }
}
