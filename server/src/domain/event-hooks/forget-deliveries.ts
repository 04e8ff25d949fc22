import type { Ctx } from "#server/ctx.ts";

import { deleteOldDeliveries } from "./event-hooks.store.ts";

const keptMs = 30 * 86_400_000;

/** Forgets what webhooks were told more than a month ago. */
export async function forgetDeliveries(ctx: Pick<Ctx, "wholeDb" | "now">): Promise<void> {
  await deleteOldDeliveries(ctx.wholeDb, new Date(ctx.now().getTime() - keptMs));
}
