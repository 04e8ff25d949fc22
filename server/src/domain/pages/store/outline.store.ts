import { and, asc, desc, eq, isNull, or, sql } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import type { PageKey, ProjectKey } from "#server/platform/db/row-keys.ts";
import { artifactRevisions, artifacts, sections, sectionVersions } from "#server/platform/db/tables/artifacts.ts";
import { droppedPages } from "#server/platform/db/tables/dropped-pages.ts";
import { users } from "#server/platform/db/tables/users.ts";

import type { TreeOwner } from "./tree.store.ts";

type DroppedRow = typeof droppedPages.$inferSelect;

/** A page with its texts and its history; its sources are the ledger's. */
export interface PageRows {
  page: typeof artifacts.$inferInsert;
  sections: (typeof sections.$inferInsert)[];
  versions: (typeof sectionVersions.$inferInsert)[];
  revisions: (typeof artifactRevisions.$inferInsert)[];
}

export async function readPageRows(db: Db, { organizationId, artifactId }: PageKey): Promise<PageRows | null> {
  const inPage = (table: typeof artifacts | typeof sections | typeof sectionVersions | typeof artifactRevisions) =>
    and(eq(table.organizationId, organizationId), eq(table.artifactId, artifactId));
  const [page] = await db.select().from(artifacts).where(inPage(artifacts));
  if (!page) return null;
  return {
    page,
    sections: await db.select().from(sections).where(inPage(sections)).orderBy(asc(sections.position)),
    versions: await db.select().from(sectionVersions).where(inPage(sectionVersions)),
    revisions: await db.select().from(artifactRevisions).where(inPage(artifactRevisions)),
  };
}

/** A statement may carry some 65,000 values, and versions are long. */
const rowsAStatement = 500;

/** The page as `readPageRows` found it; people whose accounts are gone since are left out. */
export async function insertPageRows(db: Db, kept: PageRows): Promise<void> {
  const named = [kept.page, ...kept.revisions].map(({ createdBy }) => createdBy);
  const people = [...named, ...kept.sections.map(({ pausedBy }) => pausedBy)].flatMap((userId) => userId ?? []);
  const isThere = sql`${users.userId} = any(${sql.param([...new Set(people)])}::uuid[])`;
  const known = new Set(
    (await db.select({ userId: users.userId }).from(users).where(isThere)).map((row) => row.userId),
  );
  const orGone = (userId: string | null | undefined) => (userId && known.has(userId) ? userId : null);
  await db.insert(artifacts).values({ ...kept.page, createdBy: orGone(kept.page.createdBy) });
  for (const rows of inParts(kept.versions)) await db.insert(sectionVersions).values(rows);
  for (const rows of inParts(kept.sections))
    await db.insert(sections).values(rows.map((row) => ({ ...row, pausedBy: orGone(row.pausedBy) })));
  for (const rows of inParts(kept.revisions))
    await db.insert(artifactRevisions).values(rows.map((row) => ({ ...row, createdBy: orGone(row.createdBy) })));
}

function inParts<T>(rows: readonly T[]): T[][] {
  const parts = Math.ceil(rows.length / rowsAStatement);
  return Array.from({ length: parts }, (_, at) => rows.slice(at * rowsAStatement, (at + 1) * rowsAStatement));
}

/** Whether an owner has a page of this plan. */
export async function isPlanTaken(db: Db, owner: TreeOwner & { plan: string }): Promise<boolean> {
  const { organizationId, projectId, serviceId, plan } = owner;
  const rows = await db
    .select({ artifactId: artifacts.artifactId })
    .from(artifacts)
    .where(
      and(
        eq(artifacts.organizationId, organizationId),
        sql`${artifacts.projectId} is not distinct from ${projectId}::uuid`,
        sql`${artifacts.serviceId} is not distinct from ${serviceId}::uuid`,
        eq(artifacts.plan, plan),
      ),
    );
  return rows.length > 0;
}

export async function insertDroppedRow(db: Db, row: DroppedRow): Promise<void> {
  await db.insert(droppedPages).values(row);
}

/** Without the pages themselves; the ones dropped last first. */
export async function listDroppedRows(db: Db, { organizationId, projectId }: ProjectKey) {
  const isAbout = or(eq(droppedPages.projectId, projectId), isNull(droppedPages.projectId));
  return await db
    .select({
      droppedPageId: droppedPages.droppedPageId,
      title: droppedPages.title,
      plan: droppedPages.plan,
      projectId: droppedPages.projectId,
      serviceId: droppedPages.serviceId,
      droppedAt: droppedPages.droppedAt,
      droppedBy: { userId: users.userId, firstName: users.firstName, lastName: users.lastName },
    })
    .from(droppedPages)
    .leftJoin(users, eq(users.userId, droppedPages.droppedBy))
    .where(and(eq(droppedPages.organizationId, organizationId), isAbout))
    .orderBy(desc(droppedPages.droppedAt), asc(droppedPages.droppedPageId));
}

/** Takes it away and returns it: of two who take it back one gets it. */
export async function takeDroppedRow(
  db: Db,
  key: { organizationId: string; droppedPageId: string },
): Promise<DroppedRow | null> {
  const isIt = and(
    eq(droppedPages.organizationId, key.organizationId),
    eq(droppedPages.droppedPageId, key.droppedPageId),
  );
  const [row] = await db.delete(droppedPages).where(isIt).returning();
  return row ?? null;
}

export async function deleteDroppedRows(db: Db, scope: { organizationId: string; projectId?: string }): Promise<void> {
  const { organizationId, projectId } = scope;
  const ofProject = projectId === undefined ? undefined : eq(droppedPages.projectId, projectId);
  await db.delete(droppedPages).where(and(eq(droppedPages.organizationId, organizationId), ofProject));
}
