import type { InputOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";
import type { removeMember as endpoint } from "@cairn/contract/members";
import { canRemove, roleNames } from "@cairn/contract/roles";

import type { Ctx } from "#server/ctx.ts";
import { recordAudit } from "#server/domain/audit/record-audit.ts";

import { changePeople } from "./change-people.ts";
import { deleteMember, findMember } from "./members.store.ts";
import { nameOrEmail } from "./name-or-email.ts";
import { refuseLastOwner } from "./refuse-last-owner.ts";
import { requireUserId, roleForbids } from "./require-organization.ts";

/** Removes a member, or leaves: everybody may remove themselves. Their chats go by the database's own cascade. */
export async function removeMember(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<undefined> {
  const isLeaving = requireUserId(ctx) === input.userId.toLowerCase();
  await changePeople(ctx, input, isLeaving ? "member.read" : "member.manage", async (tx, { organizationId, role }) => {
    const member = await findMember(tx, organizationId, input.userId);
    if (!member) throw notFound("Member");
    if (!isLeaving && !canRemove(role, member.role)) throw roleForbids();
    if (member.role === "owner") await refuseLastOwner(tx, organizationId);
    // Recorded first: a former member may not write to the log any more.
    await recordAudit(ctx, tx, {
      organizationId,
      action: isLeaving ? "member.left" : "member.removed",
      target: nameOrEmail(member.user),
      subjectId: member.user.userId,
      from: roleNames[member.role],
    });
    await deleteMember(tx, organizationId, member.user.userId);
    await ctx.publish(tx, "member.gone", { organizationId, userId: member.user.userId });
  });
}
