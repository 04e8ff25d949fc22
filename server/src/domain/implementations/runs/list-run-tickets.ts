import type { Ctx } from "#server/ctx.ts";
import { listTickets } from "#server/domain/implementations/store/runs.store.ts";

/** Ids of the jobs of all runs that wait or are under way: each must be in line, or nobody goes on with them. */
export async function listRunTickets(ctx: Pick<Ctx, "wholeDb">): Promise<string[]> {
  return await listTickets(ctx.wholeDb);
}
