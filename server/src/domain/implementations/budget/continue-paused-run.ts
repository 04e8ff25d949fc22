import type { Ctx } from "#server/ctx.ts";
import type { ImplementationRow } from "#server/domain/implementations/store/implementations.store.ts";
import { requeuePaused } from "#server/domain/implementations/store/pauses.store.ts";
import type { Db } from "#server/platform/db/open-db.ts";

/** Puts a paused run in line again, within the transaction `tx`: it goes on where it was. It must be locked. */
export async function continuePausedRun(
  ctx: Pick<Ctx, "now" | "enqueue">,
  tx: Db,
  { implementationId }: Pick<ImplementationRow, "implementationId">,
): Promise<void> {
  await requeuePaused(tx, implementationId, ctx.now());
  await ctx.enqueue(tx, "run-implementation", { implementationId }, implementationId);
}
