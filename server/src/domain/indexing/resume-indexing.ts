import type { Ctx } from "#server/ctx.ts";
import { listAllIndexed, listUnfinished } from "#server/domain/repositories/catalog/track-indexing.ts";

/**
 * Puts every run that was begun and not ended in line again, and one for every index that is not there, as after an
 * update that changed its layout; for the start of a process beside which no other works. A run whose job is still there
 * is not doubled: jobs of one repository coalesce.
 */
export async function resumeIndexing(ctx: Pick<Ctx, "wholeDb" | "enqueue" | "indexes">): Promise<void> {
  const lost = (await listAllIndexed(ctx)).filter(({ repositoryId }) => !ctx.indexes.has(repositoryId));
  for (const { organizationId, repositoryId } of [...(await listUnfinished(ctx)), ...lost]) {
    await ctx.enqueue(ctx.wholeDb, "index-repository", { organizationId, repositoryId }, repositoryId);
  }
}
