import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";
import type { renewInvite as endpoint } from "@cairn/contract/members";
import { canGrant, roleNames } from "@cairn/contract/roles";

import type { Ctx } from "#server/ctx.ts";
import { recordAudit } from "#server/domain/audit/record-audit.ts";

import { changePeople } from "./change-people.ts";
import { findInvite } from "./invites.store.ts";
import { makeInvite } from "./make-invite.ts";
import { requireUserId, roleForbids } from "./require-organization.ts";

/** Sends a pending invite again, or makes a new link. It is then the invite of the person who renewed it. */
export async function renewInvite(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const invitedBy = requireUserId(ctx);
  return await changePeople(ctx, input, "member.manage", async (tx, { organizationId, role: actorRole }) => {
    const invite = await findInvite(tx, organizationId, input.inviteId);
    if (!invite) throw notFound("Invite");
    if (!canGrant(actorRole, invite.role)) throw roleForbids();
    const { inviteId, email, role, createdAt } = invite;
    const made = await makeInvite(ctx, tx, { organizationId, inviteId, email, role, invitedBy, createdAt });
    const to = roleNames[role];
    await recordAudit(ctx, tx, { organizationId, action: "member.invite-renewed", target: email, to });
    return made;
  });
}
