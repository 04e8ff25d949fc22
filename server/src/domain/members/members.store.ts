import type { MergeMethod, MergePath } from "@cairn/contract/merge-methods";
import type { Role } from "@cairn/contract/roles";
import { isUuid } from "@cairn/contract/slugs";
import { and, asc, count, eq, ilike, inArray, or, sql } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import { formerSlugs, members, organizations } from "#server/platform/db/tables/organizations.ts";
import { projects } from "#server/platform/db/tables/projects.ts";
import { users } from "#server/platform/db/tables/users.ts";

export interface OrganizationRow {
  organizationId: string;
  slug: string;
  name: string;
}

/** By id, slug, or a slug the organization had before. */
export async function findOrganization(db: Db, slugOrId: string): Promise<OrganizationRow | null> {
  const columns = {
    organizationId: organizations.organizationId,
    slug: organizations.slug,
    name: organizations.name,
  };
  const matches = isUuid(slugOrId)
    ? eq(organizations.organizationId, slugOrId.toLowerCase())
    : eq(organizations.slug, slugOrId);
  const [row] = await db.select(columns).from(organizations).where(matches).limit(1);
  if (row || isUuid(slugOrId)) return row ?? null;
  const [former] = await db
    .select(columns)
    .from(formerSlugs)
    .innerJoin(organizations, eq(organizations.organizationId, formerSlugs.organizationId))
    .where(eq(formerSlugs.slug, slugOrId))
    .limit(1);
  return former ?? null;
}

export async function findRole(db: Db, organizationId: string, userId: string): Promise<Role | null> {
  const [row] = await db
    .select({ role: members.role })
    .from(members)
    .where(and(eq(members.organizationId, organizationId), eq(members.userId, userId)))
    .limit(1);
  return row?.role ?? null;
}

export interface MemberProjectRow {
  organizationId: string;
  projectId: string;
  slug: string;
  name: string;
  /** Whether agents may create its tasks, move them and tick their criteria. */
  agentsWriteTasks: boolean;
  mergeMethod: MergeMethod;
  mergePath: MergePath;
}

export async function findProject(db: Db, organizationId: string, slugOrId: string): Promise<MemberProjectRow | null> {
  const matches = isUuid(slugOrId) ? eq(projects.projectId, slugOrId.toLowerCase()) : eq(projects.slug, slugOrId);
  const [row] = await db
    .select({
      organizationId: projects.organizationId,
      projectId: projects.projectId,
      slug: projects.slug,
      name: projects.name,
      agentsWriteTasks: projects.agentsWriteTasks,
      mergeMethod: projects.mergeMethod,
      mergePath: projects.mergePath,
    })
    .from(projects)
    .where(and(eq(projects.organizationId, organizationId), matches))
    .limit(1);
  return row ?? null;
}

export async function addMember(
  db: Db,
  member: { organizationId: string; userId: string; role: Role; createdAt: Date },
): Promise<void> {
  await db.insert(members).values(member);
}

/**
 * Holds everybody else off an organization's people until the transaction ends. False when it is gone. What hangs on the
 * organization may still be added meanwhile.
 */
export async function lockOrganization(db: Db, organizationId: string): Promise<boolean> {
  const rows = await db
    .select({ organizationId: organizations.organizationId })
    .from(organizations)
    .where(eq(organizations.organizationId, organizationId))
    .for("no key update");
  return rows.length > 0;
}

const memberColumns = {
  user: { userId: users.userId, firstName: users.firstName, lastName: users.lastName, email: users.email },
  role: members.role,
  createdAt: members.createdAt,
};

const fullName = sql`concat_ws(' ', ${users.firstName}, ${users.lastName})`;

/** One page of the members by name, those without one last; `query` is a part of a name or an e-mail address. */
export async function selectMembers(
  db: Db,
  given: { organizationId: string; query: string; limit: number; offset: number },
) {
  const pattern = `%${given.query.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const isWanted = and(
    eq(members.organizationId, given.organizationId),
    given.query ? or(ilike(fullName, pattern), ilike(users.email, pattern)) : undefined,
  );
  const rows = await db
    .select(memberColumns)
    .from(members)
    .innerJoin(users, eq(users.userId, members.userId))
    .where(isWanted)
    .orderBy(sql`lower(nullif(${fullName}, '')) nulls last`, asc(members.userId))
    .limit(given.limit)
    .offset(given.offset);
  const [all] = await db
    .select({ total: count() })
    .from(members)
    .innerJoin(users, eq(users.userId, members.userId))
    .where(isWanted);
  return { rows, total: all?.total ?? 0 };
}

export async function findMember(db: Db, organizationId: string, userId: string) {
  const [row] = await db
    .select(memberColumns)
    .from(members)
    .innerJoin(users, eq(users.userId, members.userId))
    .where(and(eq(members.organizationId, organizationId), eq(members.userId, userId)));
  return row ?? null;
}

/** The first of these addresses that belongs to a member; null when none does. */
export async function findMemberEmail(db: Db, organizationId: string, emails: string[]): Promise<string | null> {
  const [row] = await db
    .select({ email: users.email })
    .from(members)
    .innerJoin(users, eq(users.userId, members.userId))
    .where(and(eq(members.organizationId, organizationId), inArray(users.email, emails)))
    .orderBy(users.email)
    .limit(1);
  return row?.email ?? null;
}

export async function countOwners(db: Db, organizationId: string): Promise<number> {
  const isOwner = and(eq(members.organizationId, organizationId), eq(members.role, "owner"));
  const [owners] = await db.select({ total: count() }).from(members).where(isOwner);
  return owners?.total ?? 0;
}

export async function setRole(db: Db, member: { organizationId: string; userId: string; role: Role }): Promise<void> {
  await db
    .update(members)
    .set({ role: member.role })
    .where(and(eq(members.organizationId, member.organizationId), eq(members.userId, member.userId)));
}

export async function deleteMember(db: Db, organizationId: string, userId: string): Promise<void> {
  await db.delete(members).where(and(eq(members.organizationId, organizationId), eq(members.userId, userId)));
}

export async function findUser(db: Db, userId: string) {
  const [row] = await db.select(memberColumns.user).from(users).where(eq(users.userId, userId));
  return row ?? null;
}

/** The organization as its members see it. */
export async function getOrganizationShown(db: Db, organizationId: string) {
  const [row] = await db
    .select({
      organizationId: organizations.organizationId,
      slug: organizations.slug,
      name: organizations.name,
      credits: organizations.credits,
      isDemo: organizations.isDemo,
    })
    .from(organizations)
    .where(eq(organizations.organizationId, organizationId));
  return row ?? null;
}
