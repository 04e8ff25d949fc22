import type { Ctx } from "#server/ctx.ts";
import { listPagesBeingWritten } from "#server/domain/pages/store/writing.store.ts";

/**
 * Puts the writing of every page that was begun and not ended in line again, and the reading of addresses; for the start
 * of a process beside which no other works. A run that still waits is not doubled.
 */
export async function resumePages(ctx: Pick<Ctx, "wholeDb" | "enqueue">): Promise<void> {
  for (const page of await listPagesBeingWritten(ctx.wholeDb)) {
    const { organizationId, artifactId, projectId, isPlanned, isCrawling } = page;
    if (isCrawling) await ctx.enqueue(ctx.wholeDb, "crawl-artifact", { organizationId, artifactId }, artifactId);
    else if (isPlanned && projectId !== null) {
      await ctx.enqueue(ctx.wholeDb, "write-pages", { organizationId, projectId }, projectId);
    } else await ctx.enqueue(ctx.wholeDb, "write-artifact", { organizationId, artifactId }, artifactId);
  }
}
