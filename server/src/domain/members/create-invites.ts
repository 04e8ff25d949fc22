import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { AppError } from "@cairn/contract/errors";
import type { createInvites as endpoint } from "@cairn/contract/members";
import { canGrant, type Role, roleNames } from "@cairn/contract/roles";

import type { Ctx } from "#server/ctx.ts";
import { recordAudit } from "#server/domain/audit/record-audit.ts";
import type { Db } from "#server/platform/db/open-db.ts";

import { changePeople } from "./change-people.ts";
import { selectOpenInvites } from "./invites.store.ts";
import { makeInvite } from "./make-invite.ts";
import { findMemberEmail } from "./members.store.ts";
import { onlyRole } from "./only-role.ts";
import { requireUserId, roleForbids } from "./require-organization.ts";

/** Invites all of these people or nobody. Somebody invited before to the same role is invited again. */
export async function createInvites(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const invitedBy = requireUserId(ctx);
  return await changePeople(ctx, input, "member.manage", async (tx, { organizationId, role: actorRole }) => {
    const wanted = input.invites.map((invite) => ({ email: invite.email, role: onlyRole(invite.roles) }));
    if (!wanted.every(({ role }) => canGrant(actorRole, role))) throw roleForbids();
    refuseRepeats(wanted);
    const member = await findMemberEmail(tx, organizationId, emailsOf(wanted));
    if (member) throw new AppError("conflict", { message: `${member} is already a member` });
    const open = await findOpenInvites(ctx, tx, organizationId, wanted);
    const invites = [];
    for (const { email, role } of wanted) {
      const before = open.get(email) ?? { inviteId: ctx.newId(), createdAt: ctx.now() };
      const { inviteId, createdAt } = before;
      invites.push(await makeInvite(ctx, tx, { organizationId, inviteId, email, role, invitedBy, createdAt }));
      const action = open.has(email) ? "member.invite-renewed" : "member.invited";
      await recordAudit(ctx, tx, { organizationId, action, target: email, to: roleNames[role] });
    }
    return { invites };
  });
}

interface RequestedInvite {
  email: string;
  role: Role;
}

function emailsOf(wanted: readonly RequestedInvite[]): string[] {
  return wanted.map(({ email }) => email);
}

function refuseRepeats(wanted: readonly RequestedInvite[]): void {
  const emails = emailsOf(wanted);
  const repeated = emails.find((email, index) => emails.indexOf(email) !== index);
  if (repeated) throw new AppError("invalid_input", { message: `${repeated} is listed more than once` });
}

/** Open invites of these addresses. One to another role is refused: the role of a pending invite never changes. */
async function findOpenInvites(ctx: Ctx, tx: Db, organizationId: string, wanted: readonly RequestedInvite[]) {
  const rows = await selectOpenInvites(tx, { organizationId, emails: emailsOf(wanted), now: ctx.now() });
  const open = new Map(rows.map((row) => [row.email, row]));
  for (const { email, role } of wanted) {
    const before = open.get(email)?.role;
    if (before === undefined || before === role) continue;
    const message = `${email} is already invited as ${roleNames[before]}. Revoke that invite first to give another role`;
    throw new AppError("conflict", { message });
  }
  return open;
}
