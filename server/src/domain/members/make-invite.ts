import { inviteLifetimeDays, type MadeInvite } from "@cairn/contract/members";
import type { Role } from "@cairn/contract/roles";

import type { Ctx } from "#server/ctx.ts";
import type { Db } from "#server/platform/db/open-db.ts";

import { describeInvite } from "./describe-invite.ts";
import { createInviteToken, hashInviteToken, inviteLink } from "./invite-token.ts";
import { saveInvite } from "./invites.store.ts";

const lifetimeMs = inviteLifetimeDays * 24 * 3600 * 1000;

/**
 * Stores an invite and has it delivered: a job mails it, or, where this server sends no mail, the link is
 * returned to the inviting person. An earlier token stops working. Checks no right; the organization is locked.
 */
export async function makeInvite(
  ctx: Ctx,
  tx: Db,
  invite: {
    organizationId: string;
    inviteId: string;
    email: string;
    role: Role;
    invitedBy: string;
    createdAt: Date;
  },
): Promise<MadeInvite> {
  // The job makes its own token when it sends, so that no secret is stored in the queue.
  const token = ctx.mail ? null : createInviteToken();
  const row = {
    ...invite,
    tokenHash: token && hashInviteToken(token),
    delivery: token ? ("link" as const) : ("queued" as const),
    deliveryError: null,
    expiresAt: new Date(ctx.now().getTime() + lifetimeMs),
  };
  await saveInvite(tx, row);
  const { organizationId, inviteId } = invite;
  if (!token) await ctx.enqueue(tx, "send-invite", { organizationId, inviteId }, inviteId);
  return { ...describeInvite(row), link: token && inviteLink(ctx.settings.addresses.clientHost, token) };
}
