import type { Ctx } from "../../ctx.ts";
import { listProjectsBeingWritten } from "./artifacts.store.ts";

/**
 * Puts the writing of every page that was begun and not ended in line again; for the start of a process beside which no
 * other works. A run that still waits is not doubled.
 */
export async function resumePages(ctx: Pick<Ctx, "wholeDb" | "enqueue">): Promise<void> {
  for (const { organizationId, projectId } of await listProjectsBeingWritten(ctx.wholeDb)) {
    await ctx.enqueue(ctx.wholeDb, "write-pages", { organizationId, projectId }, projectId);
  }
}
