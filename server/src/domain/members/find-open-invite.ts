import type { Ctx } from "#server/ctx.ts";

import { findOpenInvite, isInvited } from "./invites.store.ts";

/** Whom an invite link is for, by the hash of its token; null when it cannot be accepted (any more). Asks no right. */
export async function findOpenInviteByHash(
  ctx: Pick<Ctx, "wholeDb" | "now">,
  tokenHash: string,
): Promise<{ email: string; organizationName: string } | null> {
  const invite = await findOpenInvite(ctx.wholeDb, tokenHash, ctx.now());
  return invite && { email: invite.email, organizationName: invite.organization.name };
}

/** Whether somebody waits for this address, so that it may sign up where only invited people may. Asks no right. */
export async function hasOpenInviteFor(ctx: Pick<Ctx, "wholeDb" | "now">, email: string): Promise<boolean> {
  return await isInvited(ctx.wholeDb, email.toLowerCase(), ctx.now());
}
