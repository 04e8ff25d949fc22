import type { Ctx } from "#server/ctx.ts";

import { findOpenInvite, isInvited } from "./invites.store.ts";

/** The invite of a link, by the hash of its token; null when it cannot be accepted (any more). Checks no right. */
export async function findOpenInviteByHash(
  ctx: Pick<Ctx, "wholeDb" | "now">,
  tokenHash: string,
): Promise<{ email: string; organizationName: string } | null> {
  const invite = await findOpenInvite(ctx.wholeDb, tokenHash, ctx.now());
  return invite && { email: invite.email, organizationName: invite.organization.name };
}

/**
 * Whether there is an open invite for this address, so that it may sign up where only invited people may. Checks no
 * right.
 */
export async function hasOpenInviteFor(ctx: Pick<Ctx, "wholeDb" | "now">, email: string): Promise<boolean> {
  return await isInvited(ctx.wholeDb, email.toLowerCase(), ctx.now());
}
