import type { Ctx } from "#server/ctx.ts";
import { takeNextRun, takeOverRun, type RunLease } from "#server/domain/implementations/store/runs.store.ts";

/**
 * The run that a job has to work on: the one that it began before somebody ended its process, or else the one whose turn
 * it is, of whichever organization. Null when nobody waits.
 */
export async function claimRun(ctx: Pick<Ctx, "wholeDb" | "now">, ticket: string): Promise<RunLease | null> {
  const begun = await takeOverRun(ctx.wholeDb, ticket);
  if (begun !== null) return begun;
  for (;;) {
    const taken = await takeNextRun(ctx.wholeDb, { ticket, now: ctx.now() });
    if (taken === "none") return null;
    if (taken !== "taken") return taken;
  }
}
