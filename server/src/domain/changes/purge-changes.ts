import type { Ctx } from "#server/ctx.ts";

import { deleteOldChanges } from "./changes.store.ts";

/** Who was away for longer loads everything again. */
const keptMs = 24 * 60 * 60 * 1000;
/** Changes of one project; reading more of them would take longer than loading everything again. */
const maxKept = 10_000;

/** Forgets changes that nobody is to read any more; to be called now and then. */
export async function purgeChanges(ctx: Pick<Ctx, "wholeDb" | "now">): Promise<void> {
  await deleteOldChanges(ctx.wholeDb, { before: new Date(ctx.now().getTime() - keptMs), keep: maxKept });
}
