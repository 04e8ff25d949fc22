import type { Ctx } from "#server/ctx.ts";

import { keptSince } from "./answer-once.ts";
import { deleteKeysBefore } from "./idempotency.store.ts";

/** Forgets the answers that are no longer replayed; to be called now and then. */
export async function purgeIdempotencyKeys(ctx: Pick<Ctx, "wholeDb" | "now">): Promise<void> {
  await deleteKeysBefore(ctx.wholeDb, keptSince(ctx.now()));
}
