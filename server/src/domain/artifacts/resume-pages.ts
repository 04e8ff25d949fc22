import type { Ctx } from "../../ctx.ts";
import { listProjectsBeingWritten } from "./artifacts.store.ts";

/**
 * Puts the writing of every page that was begun and not ended in line again; for the start of a process beside which no
 * other works. A run that still waits is not doubled.
 */
export async function resumePages(ctx: Pick<Ctx, "db" | "enqueue">): Promise<void> {
  for (const { organizationId, projectId } of await listProjectsBeingWritten(ctx.db)) {
    await ctx.enqueue(ctx.db, "write-pages", { organizationId, projectId }, projectId);
  }
}
