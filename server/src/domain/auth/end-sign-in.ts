import type { endSignIn as endpoint } from "@cairn/contract/auth";
import type { InputOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { lockUser } from "#server/domain/users/lock-user.ts";
import { endGrant } from "#server/platform/oidc/end-browser-session.ts";

import { requireUser } from "./require-user.ts";
import { selectGrantOfSignIn } from "./sign-ins.store.ts";

/** Signs one browser of the signed-in user out. */
export async function endSignIn(ctx: Ctx, { sessionId }: InputOf<typeof endpoint>): Promise<undefined> {
  const userId = requireUser(ctx.actor);
  await ctx.wholeDb.transaction(async (tx) => {
    await lockUser(tx, userId);
    const grantId = await selectGrantOfSignIn(tx, { userId, sessionId, now: ctx.now() });
    if (grantId === null) throw notFound("Session");
    await endGrant(tx, grantId);
  });
}
