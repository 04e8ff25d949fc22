import type { Ctx } from "#server/ctx.ts";
import type { Db } from "#server/platform/db/open-db.ts";

/** Tasks are proposed for the plan soon after the transaction `db` has committed. */
export async function startPlanning(
  ctx: Pick<Ctx, "enqueue">,
  db: Db,
  { organizationId, planId }: { organizationId: string; planId: string },
): Promise<void> {
  await ctx.enqueue(db, "propose-tasks", { organizationId, planId }, planId);
}
