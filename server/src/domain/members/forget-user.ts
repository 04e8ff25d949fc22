import { AppError } from "@cairn/contract/errors";
import { roleNames } from "@cairn/contract/roles";

import type { Ctx } from "#server/ctx.ts";
import { recordAudit } from "#server/domain/audit/record-audit.ts";
import { lockUser } from "#server/domain/users/lock-user.ts";
import type { Db } from "#server/platform/db/open-db.ts";

import { countOwnersOf, deleteInvitesTo, lockOrganizationsOf, selectMemberships } from "./forget-user.store.ts";

/**
 * Prepares the deletion of a user within the transaction `tx`, which must see every organization: pending invites to
 * their address go, and their organizations note the leaving. Returns the names of organizations they are the last Owner
 * of; unless there are none, nothing was done and they must not be deleted. Memberships go with the user's row.
 */
export async function forgetUser(ctx: Ctx, tx: Db, user: { userId: string; email: string }): Promise<string[]> {
  const locked = await lockOrganizationsOf(tx, user.userId);
  await lockUser(tx, user.userId);
  // From here on nobody can add them to another organization, so this list is the last word.
  const memberships = await selectMemberships(tx, user.userId);
  if (memberships.some(({ organizationId }) => !locked.has(organizationId))) {
    throw new AppError("conflict", {
      message: "The organizations of this account changed just now. Please try again.",
    });
  }
  const owned = memberships.filter(({ role }) => role === "owner");
  const owners = await countOwnersOf(
    tx,
    owned.map(({ organizationId }) => organizationId),
  );
  const lastOwnerOf = owned.filter(({ organizationId }) => (owners.get(organizationId) ?? 0) < 2);
  if (lastOwnerOf.length > 0) return lastOwnerOf.map(({ name }) => name);
  for (const { organizationId, role } of memberships) {
    await recordAudit(ctx, tx, {
      organizationId,
      action: ctx.actor.kind === "user" ? "member.left" : "member.removed",
      target: user.email,
      subjectId: user.userId,
      from: roleNames[role],
    });
    await ctx.publish(tx, "member.gone", { organizationId, userId: user.userId });
  }
  await deleteInvitesTo(tx, user.email);
  return [];
}
