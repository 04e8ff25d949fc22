import type { Role } from "@cairn/contract/roles";
import { isUuid } from "@cairn/contract/slugs";
import { and, eq } from "drizzle-orm";

import type { Db } from "../../platform/db/open-db.ts";
import { formerSlugs, members, organizations } from "../../platform/db/tables/organizations.ts";
import { projects } from "../../platform/db/tables/projects.ts";

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

export interface ProjectRow {
  organizationId: string;
  projectId: string;
  slug: string;
  name: string;
}

export async function findProject(db: Db, organizationId: string, slugOrId: string): Promise<ProjectRow | null> {
  const matches = isUuid(slugOrId) ? eq(projects.projectId, slugOrId.toLowerCase()) : eq(projects.slug, slugOrId);
  const [row] = await db
    .select({
      organizationId: projects.organizationId,
      projectId: projects.projectId,
      slug: projects.slug,
      name: projects.name,
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
