import { and, asc, count, eq, isNotNull, ne, sql, type SQL } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import { artifacts, sections } from "#server/platform/db/tables/artifacts.ts";
import { organizations } from "#server/platform/db/tables/organizations.ts";
import { users } from "#server/platform/db/tables/users.ts";

export type ArtifactRow = typeof artifacts.$inferSelect;
export type SectionRow = typeof sections.$inferSelect;
type NewArtifact = typeof artifacts.$inferInsert;
export type NewSection = typeof sections.$inferInsert;

/** A page with the names of the person who made it; null for pages an engine made. */
export type NamedArtifactRow = ArtifactRow & {
  creator: { userId: string; firstName: string | null; lastName: string | null } | null;
};

interface ArtifactKey {
  organizationId: string;
  artifactId: string;
}

interface ArtifactFilter {
  organizationId: string;
  projectId?: string | undefined;
  serviceId?: string | undefined;
}

const isArtifact = (key: ArtifactKey) =>
  and(eq(artifacts.organizationId, key.organizationId), eq(artifacts.artifactId, key.artifactId));

const matches = ({ organizationId, projectId, serviceId }: ArtifactFilter) =>
  and(
    eq(artifacts.organizationId, organizationId),
    projectId === undefined ? undefined : eq(artifacts.projectId, projectId),
    serviceId === undefined ? undefined : eq(artifacts.serviceId, serviceId),
  );

const creator = { userId: users.userId, firstName: users.firstName, lastName: users.lastName };

/** Pages in the order of their lists, with how many there are in all. */
export async function listArtifactRows(
  db: Db,
  filter: ArtifactFilter,
  page: { limit: number; offset: number },
): Promise<{ rows: NamedArtifactRow[]; total: number }> {
  const rows = await selectNamed(db, matches(filter))
    .orderBy(asc(artifacts.position), asc(artifacts.title), asc(artifacts.artifactId))
    .limit(page.limit)
    .offset(page.offset);
  const [counted] = await db.select({ total: count() }).from(artifacts).where(matches(filter));
  return { rows: rows.map(toNamed), total: counted?.total ?? 0 };
}

export async function findArtifactRow(db: Db, key: ArtifactKey): Promise<NamedArtifactRow | null> {
  const [row] = await selectNamed(db, isArtifact(key));
  return row ? toNamed(row) : null;
}

/** Those of the given pages that the organization has; the order is not the given one. */
export async function listArtifactRowsById(
  db: Db,
  organizationId: string,
  artifactIds: readonly string[],
): Promise<NamedArtifactRow[]> {
  if (artifactIds.length === 0) return [];
  const isWanted = sql`${artifacts.artifactId} = any(${sql.param([...artifactIds])}::uuid[])`;
  const rows = await selectNamed(db, and(eq(artifacts.organizationId, organizationId), isWanted));
  return rows.map(toNamed);
}

function selectNamed(db: Db, where: SQL | undefined) {
  return db
    .select({ artifact: artifacts, creator })
    .from(artifacts)
    .leftJoin(users, eq(users.userId, artifacts.createdBy))
    .where(where);
}

function toNamed(row: { artifact: ArtifactRow; creator: NamedArtifactRow["creator"] }): NamedArtifactRow {
  return { ...row.artifact, creator: row.creator };
}

/** Pages right below this one, in their order. */
export async function listChildRows(db: Db, key: ArtifactKey): Promise<{ artifactId: string; title: string }[]> {
  return await db
    .select({ artifactId: artifacts.artifactId, title: artifacts.title })
    .from(artifacts)
    .where(and(eq(artifacts.organizationId, key.organizationId), eq(artifacts.parentArtifactId, key.artifactId)))
    .orderBy(asc(artifacts.position), asc(artifacts.title), asc(artifacts.artifactId));
}

/** Other pages of the same product, those of the same service first. */
export async function listRelatedRows(
  db: Db,
  artifact: ArtifactRow,
  limit: number,
): Promise<{ artifactId: string; title: string }[]> {
  if (artifact.projectId === null) return [];
  const isSameService = sql`${artifacts.serviceId} is not distinct from ${artifact.serviceId}::uuid`;
  return await db
    .select({ artifactId: artifacts.artifactId, title: artifacts.title })
    .from(artifacts)
    .where(
      and(
        eq(artifacts.organizationId, artifact.organizationId),
        eq(artifacts.projectId, artifact.projectId),
        ne(artifacts.artifactId, artifact.artifactId),
      ),
    )
    .orderBy(sql`${isSameService} desc`, asc(artifacts.position), asc(artifacts.title))
    .limit(limit);
}

export async function listSectionRows(db: Db, key: ArtifactKey): Promise<SectionRow[]> {
  return await db
    .select()
    .from(sections)
    .where(and(eq(sections.organizationId, key.organizationId), eq(sections.artifactId, key.artifactId)))
    .orderBy(asc(sections.position));
}

/** These people's names; those whose accounts are gone are missing. */
export async function listPeople(
  db: Db,
  userIds: readonly string[],
): Promise<Map<string, NonNullable<NamedArtifactRow["creator"]>>> {
  if (userIds.length === 0) return new Map();
  const isWanted = sql`${users.userId} = any(${sql.param([...userIds])}::uuid[])`;
  const rows = await db.select(creator).from(users).where(isWanted);
  return new Map(rows.map((row) => [row.userId, row]));
}

/** Locks the page and returns it: until the transaction `db` ends nobody else can save any of it. */
export async function lockPage(db: Db, key: ArtifactKey): Promise<ArtifactRow | null> {
  const [row] = await db.select().from(artifacts).where(isArtifact(key)).for("no key update");
  return row ?? null;
}

export async function insertArtifactRow(db: Db, page: NewArtifact): Promise<void> {
  await db.insert(artifacts).values(page);
}

/** All pages of the organization, or of one project, with their sections. */
export async function deleteArtifactRows(db: Db, scope: { organizationId: string; projectId?: string }): Promise<void> {
  await db.delete(artifacts).where(matches(scope));
}

/** Other resets in this organization wait from here on until the transaction `db` ends. */
export async function lockOrganizationRow(db: Db, organizationId: string): Promise<void> {
  await db
    .select({ organizationId: organizations.organizationId })
    .from(organizations)
    .where(eq(organizations.organizationId, organizationId))
    .for("no key update");
}

export async function deleteArtifactRow(db: Db, key: ArtifactKey): Promise<void> {
  await db.delete(artifacts).where(isArtifact(key));
}

/** The page of this plan, made when it is missing; a second run finds the same one. Null when its product is gone. */
export async function ensurePlannedPage(db: Db, page: NewArtifact): Promise<ArtifactRow | null> {
  await db.insert(artifacts).values(page).onConflictDoNothing();
  const isSameService = sql`${artifacts.serviceId} is not distinct from ${page.serviceId ?? null}::uuid`;
  const [row] = await db
    .select()
    .from(artifacts)
    .where(
      and(
        matches({ ...page, projectId: page.projectId ?? undefined, serviceId: undefined }),
        isSameService,
        eq(artifacts.plan, page.plan ?? ""),
      ),
    );
  return row ?? null;
}

/** Pages that an engine keeps for the project. */
export async function listPlannedPages(
  db: Db,
  project: { organizationId: string; projectId: string },
): Promise<ArtifactRow[]> {
  return await db
    .select()
    .from(artifacts)
    .where(and(matches(project), isNotNull(artifacts.plan)));
}

export async function updateArtifactRow(db: Db, key: ArtifactKey, change: Partial<NewArtifact>): Promise<void> {
  await db.update(artifacts).set(change).where(isArtifact(key));
}

export async function insertSection(db: Db, section: NewSection): Promise<void> {
  await db.insert(sections).values(section);
}

export async function updateSectionRow(
  db: Db,
  key: { organizationId: string; sectionId: string },
  change: Partial<NewSection>,
): Promise<void> {
  await db.update(sections).set(change).where(isSection(key));
}

export async function deleteSectionRow(db: Db, key: { organizationId: string; sectionId: string }): Promise<void> {
  await db.delete(sections).where(isSection(key));
}

const isSection = (key: { organizationId: string; sectionId: string }) =>
  and(eq(sections.organizationId, key.organizationId), eq(sections.sectionId, key.sectionId));
