import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";
import type { updateMember as endpoint } from "@cairn/contract/members";
import { canChangeRole, roleNames } from "@cairn/contract/roles";

import type { Ctx } from "#server/ctx.ts";
import { recordAudit } from "#server/domain/audit/record-audit.ts";

import { changePeople } from "./change-people.ts";
import { describeMember } from "./describe-member.ts";
import { findMember, setRole } from "./members.store.ts";
import { nameOrEmail } from "./name-or-email.ts";
import { onlyRole } from "./only-role.ts";
import { refuseLastOwner } from "./refuse-last-owner.ts";
import { roleForbids } from "./require-organization.ts";

/** Gives a member another role; the role they have already changes nothing. */
export async function updateMember(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  return await changePeople(ctx, input, "member.manage", async (tx, { organizationId, role: actorRole }) => {
    const member = await findMember(tx, organizationId, input.userId);
    if (!member) throw notFound("Member");
    const from = member.role;
    const to = onlyRole(input.roles);
    if (!canChangeRole(actorRole, { from, to })) throw roleForbids();
    if (from === to) return describeMember(member);
    if (from === "owner") await refuseLastOwner(tx, organizationId);
    const { userId } = member.user;
    await recordAudit(ctx, tx, {
      organizationId,
      action: "member.role-changed",
      target: nameOrEmail(member.user),
      subjectId: userId,
      from: roleNames[from],
      to: roleNames[to],
    });
    await setRole(tx, { organizationId, userId, role: to });
    return describeMember({ ...member, role: to });
  });
}
