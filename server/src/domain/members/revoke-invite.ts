import type { InputOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";
import type { revokeInvite as endpoint } from "@cairn/contract/members";
import { canGrant, roleNames } from "@cairn/contract/roles";

import type { Ctx } from "#server/ctx.ts";
import { recordAudit } from "#server/domain/audit/record-audit.ts";

import { changePeople } from "./change-people.ts";
import { deleteInvite, findInvite } from "./invites.store.ts";
import { roleForbids } from "./require-organization.ts";

/** Takes a pending invite back; its link stops working. */
export async function revokeInvite(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<undefined> {
  await changePeople(ctx, input, "member.manage", async (tx, { organizationId, role: actorRole }) => {
    const invite = await findInvite(tx, organizationId, input.inviteId);
    if (!invite) throw notFound("Invite");
    if (!canGrant(actorRole, invite.role)) throw roleForbids();
    await deleteInvite(tx, organizationId, invite.inviteId);
    const { email: target, role } = invite;
    await recordAudit(ctx, tx, { organizationId, action: "member.invite-revoked", target, from: roleNames[role] });
  });
}
