import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { AppError } from "@cairn/contract/errors";
import type { acceptInvite as endpoint } from "@cairn/contract/members";
import { roleNames } from "@cairn/contract/roles";

import type { Ctx } from "#server/ctx.ts";
import { recordAudit } from "#server/domain/audit/record-audit.ts";
import type { Db } from "#server/platform/db/open-db.ts";

import { inviteGone } from "./invite-gone.ts";
import { hashInviteToken } from "./invite-token.ts";
import { deleteInvite, findOpenInvite } from "./invites.store.ts";
import { addMember, findRole, findUser, getOrganizationShown, lockOrganization } from "./members.store.ts";
import { nameOrEmail } from "./name-or-email.ts";
import { requireUserId } from "./require-organization.ts";

/**
 * Joins the organization of an invite. The person is no member yet and so sees nothing of it: the whole database is
 * queried, for the one organization that the token names.
 */
export async function acceptInvite(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const userId = requireUserId(ctx);
  const tokenHash = hashInviteToken(input.token);
  const found = await findOpenInvite(ctx.wholeDb, tokenHash, ctx.now());
  if (!found) throw inviteGone();
  const { organizationId } = found.organization;
  const joined = await ctx.wholeDb.transaction(async (tx) => {
    // Read again under the lock: it may have been used, revoked or made void since.
    if (!(await lockOrganization(tx, organizationId))) throw inviteGone();
    const invite = await findOpenInvite(tx, tokenHash, ctx.now());
    if (!invite) throw inviteGone();
    return await join(ctx, tx, userId, invite);
  });
  // Thrown only now, because the invite is used up all the same.
  if (!joined) throw new AppError("conflict", { message: "You are already a member of this organization" });
  return joined;
}

/** Uses the invite up. Null when its user is a member already. */
async function join(
  ctx: Ctx,
  tx: Db,
  userId: string,
  invite: NonNullable<Awaited<ReturnType<typeof findOpenInvite>>>,
): Promise<ResultOf<typeof endpoint> | null> {
  const { role, inviteId } = invite;
  const { organizationId } = invite.organization;
  const user = await findUser(tx, userId);
  if (user?.email !== invite.email) {
    throw new AppError("forbidden", { message: "This invite is for another e-mail address" });
  }
  if (!(await deleteInvite(tx, organizationId, inviteId))) throw inviteGone();
  if (await findRole(tx, organizationId, userId)) return null;
  await addMember(tx, { organizationId, userId, role, createdAt: ctx.now() });
  await recordAudit(ctx, tx, {
    organizationId,
    action: "member.joined",
    target: nameOrEmail(user),
    subjectId: userId,
    to: roleNames[role],
  });
  const organization = await getOrganizationShown(tx, organizationId);
  return organization && { ...organization, role };
}
