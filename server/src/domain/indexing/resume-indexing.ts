import type { Ctx } from "../../ctx.ts";
import { listUnfinished } from "../repositories/track-indexing.ts";

/**
 * Puts every run that was begun and not ended in line again; for the start of a process beside which no other works. A
 * run whose job is still there is not doubled: jobs of one repository coalesce.
 */
export async function resumeIndexing(ctx: Pick<Ctx, "wholeDb" | "enqueue">): Promise<void> {
  for (const { organizationId, repositoryId } of await listUnfinished(ctx)) {
    await ctx.enqueue(ctx.wholeDb, "index-repository", { organizationId, repositoryId }, repositoryId);
  }
}
