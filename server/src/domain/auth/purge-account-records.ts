import type { Ctx } from "#server/ctx.ts";

import { deleteExpiredPasswordResets } from "./password-resets.store.ts";
import { deleteEndedSignIns } from "./sign-ins.store.ts";

/** Deletes what is shown of sign-ins that ended, and links that are over; to be called now and then. */
export async function purgeAccountRecords(ctx: Pick<Ctx, "wholeDb" | "now">): Promise<void> {
  await deleteEndedSignIns(ctx.wholeDb, ctx.now());
  await deleteExpiredPasswordResets(ctx.wholeDb, ctx.now());
}
