import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { readInvite as endpoint } from "@cairn/contract/members";

import type { Ctx } from "#server/ctx.ts";

import { inviteGone } from "./invite-gone.ts";
import { hashInviteToken } from "./invite-token.ts";
import { findOpenInvite } from "./invites.store.ts";
import { nameOrEmail } from "./name-or-email.ts";

/** What an invite link is for; the token is the right to know. */
export async function loadInvite(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const invite = await findOpenInvite(ctx.wholeDb, hashInviteToken(input.token), ctx.now());
  if (!invite) throw inviteGone();
  return {
    organization: invite.organization,
    email: invite.email,
    roles: [invite.role],
    invitedBy: nameOrEmail(invite.inviter),
    expiresAt: invite.expiresAt.toISOString(),
  };
}
