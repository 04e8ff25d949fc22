import type { Ctx } from "#server/ctx.ts";
import { lockUser } from "#server/domain/users/lock-user.ts";
import { endAccount } from "#server/platform/oidc/end-browser-session.ts";

import { currentGrant, requireUser } from "./require-user.ts";

/** Signs the user out everywhere but in the browser of this request. */
export async function endOtherSignIns(ctx: Ctx): Promise<undefined> {
  const userId = requireUser(ctx.actor);
  await ctx.wholeDb.transaction(async (tx) => {
    await lockUser(tx, userId);
    await endAccount(tx, userId, { exceptGrantId: currentGrant(ctx.actor) });
  });
}
