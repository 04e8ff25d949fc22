import { createHash } from "node:crypto";

import type { Role } from "@cairn/contract/roles";
import { and, asc, count, eq, gt, lt, ne, or } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import { formerSlugs, members, organizations, slugTombstones } from "#server/platform/db/tables/organizations.ts";
import { projects } from "#server/platform/db/tables/projects.ts";

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

/**
 * The longest a member first: what is added while somebody turns pages comes last, so that nothing is skipped or shown
 * twice.
 */
export async function listOrganizationsOf(db: Db, userId: string, page: { limit: number; offset: number }) {
  const own = eq(members.userId, userId);
  const content = await db
    .select({ ...columns, role: members.role })
    .from(members)
    .innerJoin(organizations, eq(organizations.organizationId, members.organizationId))
    .where(own)
    .orderBy(asc(members.createdAt), asc(members.organizationId))
    .limit(page.limit)
    .offset(page.offset);
  const [counted] = await db.select({ total: count() }).from(members).where(own);
  return { content: content satisfies { role: Role }[], total: counted?.total ?? 0 };
}

/**
 * Whether somebody has the slug now, or gave it up after `since` and is not `exceptOrganizationId`, or had it when
 * their organization was deleted after `since`. `db` must see all organizations.
 */
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
  if (former) return true;
  const [buried] = await db
    .select({ slugHash: slugTombstones.slugHash })
    .from(slugTombstones)
    .where(and(eq(slugTombstones.slugHash, hashSlug(slug)), gt(slugTombstones.freedAt, since)));
  return buried !== undefined;
}

function hashSlug(slug: string): string {
  return createHash("sha256").update(slug).digest("hex");
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

/** Locks name and slug against other changes until the transaction `db` ends. Null when the organization is gone. */
export async function lockNames(db: Db, organizationId: string): Promise<{ slug: string; name: string } | null> {
  const [row] = await db
    .select({ slug: organizations.slug, name: organizations.name })
    .from(organizations)
    .where(eq(organizations.organizationId, organizationId))
    .for("update");
  return row ?? null;
}

/** Nothing can be added to the organization or its projects before the transaction `db` ends. Null when it is gone. */
export async function lockOrganizationRow(db: Db, organizationId: string): Promise<{ slug: string } | null> {
  const [row] = await db
    .select({ slug: organizations.slug })
    .from(organizations)
    .where(eq(organizations.organizationId, organizationId))
    .for("update");
  if (!row) return null;
  await db
    .select({ projectId: projects.projectId })
    .from(projects)
    .where(eq(projects.organizationId, organizationId))
    .orderBy(asc(projects.projectId))
    .for("update");
  return row;
}

export async function deleteOrganizationRow(db: Db, organizationId: string): Promise<void> {
  await db.delete(organizations).where(eq(organizations.organizationId, organizationId));
}

export async function listFormerSlugs(db: Db, organizationId: string): Promise<string[]> {
  const isOwn = eq(formerSlugs.organizationId, organizationId);
  return (await db.select({ slug: formerSlugs.slug }).from(formerSlugs).where(isOwn)).map((row) => row.slug);
}

/** Keeps the slugs of a deleted organization from others for a while; those from before `since` are free again. */
export async function burySlugs(db: Db, slugs: readonly string[], moments: { now: Date; since: Date }): Promise<void> {
  await db.delete(slugTombstones).where(lt(slugTombstones.freedAt, moments.since));
  for (const slug of slugs) {
    const freedAt = moments.now;
    await db
      .insert(slugTombstones)
      .values({ slugHash: hashSlug(slug), freedAt })
      .onConflictDoUpdate({ target: slugTombstones.slugHash, set: { freedAt } });
  }
}
