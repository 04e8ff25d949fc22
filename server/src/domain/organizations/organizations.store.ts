import type { Role } from "@cairn/contract/roles";
import { and, asc, count, eq, gt, ne, or } from "drizzle-orm";

import type { Db } from "../../platform/db/open-db.ts";
import { formerSlugs, members, organizations } from "../../platform/db/tables/organizations.ts";
import { repositories } from "../../platform/db/tables/projects.ts";

export type NewOrganization = typeof organizations.$inferInsert;

const columns = {
  organizationId: organizations.organizationId,
  slug: organizations.slug,
  name: organizations.name,
  credits: organizations.credits,
  isDemo: organizations.isDemo,
};

export async function insertOrganization(db: Db, organization: NewOrganization): Promise<void> {
  await db.insert(organizations).values(organization);
}

export async function getOrganizationRow(db: Db, organizationId: string) {
  const [row] = await db.select(columns).from(organizations).where(eq(organizations.organizationId, organizationId));
  return row ?? null;
}

export async function listOrganizationsOf(db: Db, userId: string, page: { limit: number; offset: number }) {
  const own = eq(members.userId, userId);
  const content = await db
    .select({ ...columns, role: members.role })
    .from(members)
    .innerJoin(organizations, eq(organizations.organizationId, members.organizationId))
    .where(own)
    .orderBy(asc(organizations.name), asc(organizations.organizationId))
    .limit(page.limit)
    .offset(page.offset);
  const [counted] = await db.select({ total: count() }).from(members).where(own);
  return { content: content satisfies { role: Role }[], total: counted?.total ?? 0 };
}

/** Whether somebody has the slug now, or gave it up after `since` and is not `exceptOrganizationId`. */
export async function isSlugTaken(db: Db, slug: string, since: Date, exceptOrganizationId?: string): Promise<boolean> {
  const isOther = exceptOrganizationId ? ne(organizations.organizationId, exceptOrganizationId) : undefined;
  const [current] = await db
    .select({ slug: organizations.slug })
    .from(organizations)
    .where(and(eq(organizations.slug, slug), isOther));
  if (current) return true;
  const isOthers = exceptOrganizationId ? ne(formerSlugs.organizationId, exceptOrganizationId) : undefined;
  const [former] = await db
    .select({ slug: formerSlugs.slug })
    .from(formerSlugs)
    .where(and(eq(formerSlugs.slug, slug), gt(formerSlugs.freedAt, since), isOthers));
  return former !== undefined;
}

export async function updateOrganizationRow(
  db: Db,
  organizationId: string,
  change: { name?: string; slug?: string; isDemo?: boolean },
): Promise<void> {
  await db.update(organizations).set(change).where(eq(organizations.organizationId, organizationId));
}

/** Keeps a slug that was given up, so that old addresses lead on; the new slug is nobody's former one any more. */
export async function keepFormerSlug(
  db: Db,
  former: { slug: string; organizationId: string; freedAt: Date },
  newSlug: string,
): Promise<void> {
  await db.delete(formerSlugs).where(or(eq(formerSlugs.slug, newSlug), eq(formerSlugs.slug, former.slug)));
  await db.insert(formerSlugs).values(former);
}

export async function deleteOrganizationRow(db: Db, organizationId: string): Promise<void> {
  await db.delete(organizations).where(eq(organizations.organizationId, organizationId));
}

export async function listRepositoryIds(db: Db, organizationId: string): Promise<string[]> {
  const rows = await db
    .select({ repositoryId: repositories.repositoryId })
    .from(repositories)
    .where(eq(repositories.organizationId, organizationId));
  return rows.map((row) => row.repositoryId);
}
