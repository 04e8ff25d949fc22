import { and, asc, count, eq, inArray } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import { invites, members, organizations } from "#server/platform/db/tables/organizations.ts";

/** Holds everybody else off the people of all organizations of a user until the transaction ends; always in the same order. */
export async function lockOrganizationsOf(db: Db, userId: string): Promise<Set<string>> {
  const own = db.select({ id: members.organizationId }).from(members).where(eq(members.userId, userId));
  const rows = await db
    .select({ organizationId: organizations.organizationId })
    .from(organizations)
    .where(inArray(organizations.organizationId, own))
    .orderBy(asc(organizations.organizationId))
    .for("no key update");
  return new Set(rows.map((row) => row.organizationId));
}

export async function selectMemberships(db: Db, userId: string) {
  return db
    .select({ organizationId: members.organizationId, name: organizations.name, role: members.role })
    .from(members)
    .innerJoin(organizations, eq(organizations.organizationId, members.organizationId))
    .where(eq(members.userId, userId))
    .orderBy(asc(organizations.name), asc(members.organizationId));
}

/** How many Owners each of these organizations has. */
export async function countOwnersOf(db: Db, organizationIds: string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ organizationId: members.organizationId, owners: count() })
    .from(members)
    .where(and(inArray(members.organizationId, organizationIds), eq(members.role, "owner")))
    .groupBy(members.organizationId);
  return new Map(rows.map((row) => [row.organizationId, row.owners]));
}

export async function deleteInvitesTo(db: Db, email: string): Promise<void> {
  await db.delete(invites).where(eq(invites.email, email));
}
