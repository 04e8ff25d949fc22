import { can, canGrant, roles } from "@cairn/contract/roles";
import { and, count, desc, eq, exists, gt, inArray, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import type { Db } from "#server/platform/db/open-db.ts";
import { invites, members, organizations } from "#server/platform/db/tables/organizations.ts";
import { users } from "#server/platform/db/tables/users.ts";

const inviter = alias(members, "inviter");

/** Rows of members who may give the role of the invite. */
const mayGiveRole = or(
  ...roles
    .filter((role) => can(role, "member.manage"))
    .map((role) => {
      const given = roles.filter((one) => canGrant(role, one));
      return and(eq(inviter.role, role), inArray(invites.role, given));
    }),
);

/**
 * An invite is valid while its maker could still make it: the invites of a member who was removed or demoted since are
 * void. Every query checks this, so nothing needs to be cleaned up when a right is lost in any way.
 */
function isValid(db: Db): SQL {
  const isInviter = and(eq(inviter.organizationId, invites.organizationId), eq(inviter.userId, invites.invitedBy));
  return exists(
    db
      .select({ isStanding: sql`true` })
      .from(inviter)
      .where(and(isInviter, mayGiveRole)),
  );
}

const shown = {
  inviteId: invites.inviteId,
  email: invites.email,
  role: invites.role,
  delivery: invites.delivery,
  deliveryError: invites.deliveryError,
  createdAt: invites.createdAt,
  expiresAt: invites.expiresAt,
};

/** One page of the pending invites, newest first, and how many there are. */
export async function selectInvites(db: Db, given: { organizationId: string; limit: number; offset: number }) {
  const isPending = and(eq(invites.organizationId, given.organizationId), isValid(db));
  const rows = await db
    .select(shown)
    .from(invites)
    .where(isPending)
    .orderBy(desc(invites.createdAt), desc(invites.inviteId))
    .limit(given.limit)
    .offset(given.offset);
  const [all] = await db.select({ total: count() }).from(invites).where(isPending);
  return { rows, total: all?.total ?? 0 };
}

/** A pending invite; it may be past its date. */
export async function findInvite(db: Db, organizationId: string, inviteId: string) {
  const isIt = and(eq(invites.organizationId, organizationId), eq(invites.inviteId, inviteId));
  const [row] = await db
    .select(shown)
    .from(invites)
    .where(and(isIt, isValid(db)));
  return row ?? null;
}

/** Invites of these addresses that could be accepted now. */
export async function selectOpenInvites(db: Db, given: { organizationId: string; emails: string[]; now: Date }) {
  const isTheirs = and(eq(invites.organizationId, given.organizationId), inArray(invites.email, given.emails));
  return await db
    .select(shown)
    .from(invites)
    .where(and(isTheirs, gt(invites.expiresAt, given.now), isValid(db)));
}

/** An invite that could be accepted now, with what the holder of its link may know. */
export async function findOpenInvite(db: Db, tokenHash: string, now: Date) {
  const [row] = await db
    .select({
      inviteId: invites.inviteId,
      email: invites.email,
      role: invites.role,
      expiresAt: invites.expiresAt,
      organization: {
        organizationId: organizations.organizationId,
        slug: organizations.slug,
        name: organizations.name,
      },
      inviter: { firstName: users.firstName, lastName: users.lastName, email: users.email },
    })
    .from(invites)
    .innerJoin(users, eq(users.userId, invites.invitedBy))
    .innerJoin(organizations, eq(organizations.organizationId, invites.organizationId))
    .where(and(eq(invites.tokenHash, tokenHash), gt(invites.expiresAt, now), isValid(db)));
  return row ?? null;
}

/** Whether any organization waits for this address. */
export async function isInvited(db: Db, email: string, now: Date): Promise<boolean> {
  const [row] = await db
    .select({ inviteId: invites.inviteId })
    .from(invites)
    .where(and(eq(invites.email, email), gt(invites.expiresAt, now), isValid(db)))
    .limit(1);
  return row !== undefined;
}

/** Stores an invite, replacing any other to the same address: an address has one in each organization. */
export async function saveInvite(db: Db, invite: typeof invites.$inferInsert): Promise<void> {
  await db
    .insert(invites)
    .values(invite)
    .onConflictDoUpdate({ target: [invites.organizationId, invites.email], set: invite });
}

/** False when it is gone. */
export async function deleteInvite(db: Db, organizationId: string, inviteId: string): Promise<boolean> {
  const isIt = and(eq(invites.organizationId, organizationId), eq(invites.inviteId, inviteId));
  const gone = await db.delete(invites).where(isIt);
  return (gone.rowCount ?? 0) > 0;
}

/** Gives an invite whose mail did not leave yet a token; one given before stops working. */
export async function setToken(
  db: Db,
  invite: { organizationId: string; inviteId: string; tokenHash: string },
): Promise<void> {
  const isIt = and(eq(invites.organizationId, invite.organizationId), eq(invites.inviteId, invite.inviteId));
  await db
    .update(invites)
    .set({ tokenHash: invite.tokenHash })
    .where(and(isIt, inArray(invites.delivery, ["queued", "failed"])));
}

/** Notes how the mail with this token fared; nothing when the invite was renewed or used since. */
export async function setDelivery(
  db: Db,
  tokenHash: string,
  outcome: { delivery: "sent" | "failed"; deliveryError: string | null },
): Promise<void> {
  await db.update(invites).set(outcome).where(eq(invites.tokenHash, tokenHash));
}
