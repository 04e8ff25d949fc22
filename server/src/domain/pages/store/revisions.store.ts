import { and, asc, count, desc, eq, sql } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import type { PageKey } from "#server/platform/db/row-keys.ts";
import { artifactRevisions, artifacts, sections } from "#server/platform/db/tables/artifacts.ts";
import { users } from "#server/platform/db/tables/users.ts";

type RevisionRow = typeof artifactRevisions.$inferSelect;

/** A revision with the names of who published it; null for a writer, or when the account is gone. */
export type NamedRevisionRow = RevisionRow & {
  creator: { userId: string; firstName: string | null; lastName: string | null } | null;
};

const ofPage = (key: PageKey) =>
  and(eq(artifactRevisions.organizationId, key.organizationId), eq(artifactRevisions.artifactId, key.artifactId));

const isPage = (key: PageKey) =>
  and(eq(artifacts.organizationId, key.organizationId), eq(artifacts.artifactId, key.artifactId));

const creator = { userId: users.userId, firstName: users.firstName, lastName: users.lastName };

function selectNamed(db: Db) {
  return db
    .select({ revision: artifactRevisions, creator })
    .from(artifactRevisions)
    .leftJoin(users, eq(users.userId, artifactRevisions.createdBy));
}

/** Newest first. */
export async function listRevisionRows(
  db: Db,
  page: PageKey,
  range: { limit: number; offset: number },
): Promise<NamedRevisionRow[]> {
  const rows = await selectNamed(db)
    .where(ofPage(page))
    .orderBy(desc(artifactRevisions.revision))
    .limit(range.limit)
    .offset(range.offset);
  return rows.map((row) => ({ ...row.revision, creator: row.creator }));
}

export async function countRevisionRows(db: Db, page: PageKey): Promise<number> {
  const [counted] = await db.select({ total: count() }).from(artifactRevisions).where(ofPage(page));
  return counted?.total ?? 0;
}

/** Null when the page never was in this state. */
export async function findRevisionRow(db: Db, page: PageKey, revision: number): Promise<NamedRevisionRow | null> {
  const [row] = await selectNamed(db).where(and(ofPage(page), eq(artifactRevisions.revision, revision)));
  return row ? { ...row.revision, creator: row.creator } : null;
}

/** The newest state that was published; null when there is none yet. */
export async function findNewestRevisionRow(db: Db, page: PageKey): Promise<NamedRevisionRow | null> {
  const [row] = await listRevisionRows(db, page, { limit: 1, offset: 0 });
  return row ?? null;
}

/** The last person who published after this revision; null when only writers did. */
export async function findLastPublisher(
  db: Db,
  page: PageKey,
  since: number,
): Promise<NonNullable<NamedRevisionRow["creator"]> | null> {
  const [row] = await db
    .select(creator)
    .from(artifactRevisions)
    .innerJoin(users, eq(users.userId, artifactRevisions.createdBy))
    .where(and(ofPage(page), sql`${artifactRevisions.revision} > ${since}`))
    .orderBy(desc(artifactRevisions.revision))
    .limit(1);
  return row ?? null;
}

/** What the page shows now, and the number of its newest revision. */
export async function readPublishedState(
  db: Db,
  page: PageKey,
): Promise<{ title: string; revision: number; versionIds: string[] } | null> {
  const [row] = await db
    .select({ title: artifacts.title, revision: artifacts.revision })
    .from(artifacts)
    .where(isPage(page));
  if (!row) return null;
  const shown = await db
    .select({ versionId: sections.versionId })
    .from(sections)
    .where(and(eq(sections.organizationId, page.organizationId), eq(sections.artifactId, page.artifactId)))
    .orderBy(asc(sections.position));
  return { ...row, versionIds: shown.flatMap(({ versionId }) => (versionId === null ? [] : [versionId])) };
}

/** Adds a revision and says so on its page. */
export async function insertRevision(db: Db, revision: Omit<RevisionRow, "createdBy"> & { createdBy: string | null }) {
  await db.insert(artifactRevisions).values(revision);
  await db
    .update(artifacts)
    .set({ revision: revision.revision, updatedAt: revision.createdAt })
    .where(isPage(revision));
}
