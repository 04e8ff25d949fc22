import { and, asc, count, desc, eq, inArray, ne, sql, sum, type SQL } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";
import { projects } from "#server/platform/db/tables/projects.ts";
import { topics } from "#server/platform/db/tables/topics.ts";
import { users } from "#server/platform/db/tables/users.ts";

export type TopicRow = typeof topics.$inferSelect;

/** A topic with the names of the person who made it. */
export type NamedTopicRow = TopicRow & {
  creator: { userId: string; firstName: string | null; lastName: string | null } | null;
};

export interface TopicKey extends ProjectKey {
  topicId: string;
}

/** All projects of an organization, or one. */
export interface ContextScope {
  organizationId: string;
  projectId?: string | undefined;
}

/** Instead of a hash: the project's built files are deleted before it is indexed again. */
export const builtAnew = "";

const inScope = ({ organizationId, projectId }: ContextScope) =>
  and(eq(topics.organizationId, organizationId), projectId === undefined ? undefined : eq(topics.projectId, projectId));

const isTopic = (key: TopicKey) => and(inScope(key), eq(topics.topicId, key.topicId));

/** As `hashOfTopic` has it. */
const currentHash = sql`encode(sha256(convert_to(${topics.title} || E'\n' || ${topics.content}, 'UTF8')), 'hex')`;

export async function listTopicRows(
  db: Db,
  project: ProjectKey,
  page: { limit: number; offset: number },
): Promise<{ rows: NamedTopicRow[]; total: number }> {
  const rows = await selectNamed(db, inScope(project))
    .orderBy(desc(topics.createdAt), desc(topics.topicId))
    .limit(page.limit)
    .offset(page.offset);
  return { rows: rows.map(toNamed), total: await countTopics(db, project) };
}

export async function findTopicRow(db: Db, key: TopicKey): Promise<NamedTopicRow | null> {
  const [row] = await selectNamed(db, isTopic(key));
  return row ? toNamed(row) : null;
}

function selectNamed(db: Db, where: SQL | undefined) {
  const creator = { userId: users.userId, firstName: users.firstName, lastName: users.lastName };
  return db
    .select({ topic: topics, creator })
    .from(topics)
    .leftJoin(users, eq(users.userId, topics.createdBy))
    .where(where);
}

function toNamed({ topic, creator }: { topic: TopicRow; creator: NamedTopicRow["creator"] }): NamedTopicRow {
  return { ...topic, creator };
}

/**
 * Whether the project exists; if so nobody else adds to its topics, and nobody deletes it, before the transaction `db`
 * ends.
 */
export async function lockProject(db: Db, { organizationId, projectId }: ProjectKey): Promise<boolean> {
  const isProject = and(eq(projects.organizationId, organizationId), eq(projects.projectId, projectId));
  // A stronger lock would also stop everything that only refers to the project.
  const rows = await db.select({ slug: projects.slug }).from(projects).where(isProject).for("no key update");
  return rows.length > 0;
}

export async function projectExists(db: Db, projectId: string): Promise<boolean> {
  const rows = await db.select({ slug: projects.slug }).from(projects).where(eq(projects.projectId, projectId));
  return rows.length > 0;
}

export async function listProjectIds(db: Db, { organizationId, projectId }: ContextScope): Promise<string[]> {
  const rows = await db
    .select({ projectId: projects.projectId })
    .from(projects)
    .where(
      and(
        eq(projects.organizationId, organizationId),
        projectId === undefined ? undefined : eq(projects.projectId, projectId),
      ),
    );
  return rows.map((row) => row.projectId);
}

export async function countTopics(db: Db, project: ProjectKey): Promise<number> {
  const [counted] = await db.select({ total: count() }).from(topics).where(inScope(project));
  return counted?.total ?? 0;
}

/** Of all topics of the project but this one. */
export async function sumOtherBytes(db: Db, key: TopicKey): Promise<number> {
  const [summed] = await db
    .select({ bytes: sum(sql`octet_length(${topics.content})`) })
    .from(topics)
    .where(and(inScope(key), ne(topics.topicId, key.topicId)));
  return Number(summed?.bytes ?? 0);
}

export async function insertTopic(db: Db, topic: TopicRow): Promise<void> {
  await db.insert(topics).values(topic);
}

export async function updateTopicRow(db: Db, key: TopicKey, change: Partial<TopicRow>): Promise<void> {
  await db.update(topics).set(change).where(isTopic(key));
}

/** The row as it was; null when somebody else was first. */
export async function deleteTopicRow(db: Db, key: TopicKey): Promise<TopicRow | null> {
  const [gone] = await db.delete(topics).where(isTopic(key)).returning();
  return gone ?? null;
}

/** A waiting or running crawl of the topic's address continues. */
export async function askForCrawl(db: Db, key: TopicKey): Promise<void> {
  const isIdle = inArray(topics.crawlStatus, ["ready", "failed"]);
  await db
    .update(topics)
    .set({ crawlStatus: "waiting" })
    .where(and(isTopic(key), isIdle));
}

/** Crawls of this organization that a process which is gone had begun wait again. */
export async function requeueCrawls(db: Db, organizationId: string): Promise<void> {
  await db
    .update(topics)
    .set({ crawlStatus: "waiting" })
    .where(and(inScope({ organizationId }), eq(topics.crawlStatus, "running")));
}

/** A topic of the organization whose crawl waits, now running; several callers at once get different ones. */
export async function claimCrawl(db: Db, organizationId: string): Promise<TopicRow | null> {
  const waiting = db
    .select({ topicId: topics.topicId })
    .from(topics)
    .where(and(inScope({ organizationId }), eq(topics.crawlStatus, "waiting")))
    .orderBy(asc(topics.updatedAt))
    .limit(1)
    .for("update", { skipLocked: true });
  // Not "in": that may be evaluated once for each row, and each time it would skip what was taken before.
  const isChosen = sql`${topics.topicId} = (${waiting})`;
  const [row] = await db
    .update(topics)
    .set({ crawlStatus: "running" })
    .where(and(inScope({ organizationId }), isChosen))
    .returning();
  return row ?? null;
}

/**
 * False when the topic was deleted or got another address since the crawl began, or somebody requested another crawl.
 */
export async function endCrawl(
  db: Db,
  crawl: TopicKey & Pick<TopicRow, "url">,
  change: Partial<TopicRow>,
): Promise<boolean> {
  const isOn = and(isTopic(crawl), eq(topics.url, crawl.url ?? ""), eq(topics.crawlStatus, "running"));
  const ended = await db.update(topics).set(change).where(isOn);
  return (ended.rowCount ?? 0) > 0;
}

/** Those of the project that have a text, in an order that never differs. */
export async function listTopicTexts(db: Db, project: ProjectKey): Promise<TopicRow[]> {
  return await db
    .select()
    .from(topics)
    .where(and(inScope(project), ne(topics.content, "")))
    .orderBy(asc(topics.topicId));
}

/** Notes what the index holds, but for topics that changed since they were read. */
export async function markIndexed(
  db: Db,
  project: ProjectKey,
  indexed: readonly { topicId: string; hash: string }[],
): Promise<void> {
  const ids = sql.param(indexed.map(({ topicId }) => topicId));
  const hashes = sql.param(indexed.map(({ hash }) => hash));
  await db.execute(
    sql`update ${topics} set indexed_hash = known.hash
        from unnest(${ids}::uuid[], ${hashes}::text[]) as known (topic_id, hash)
        where ${topics.topicId} = known.topic_id and ${inScope(project)}
        and ${topics.indexedHash} is distinct from known.hash and ${currentHash} = known.hash`,
  );
}

/** The projects whose topics are to be indexed anew, within `db`. */
export async function forgetIndexed(db: Db, scope: ContextScope): Promise<ProjectKey[]> {
  const rows = await db
    .update(topics)
    .set({ indexedHash: builtAnew })
    .where(inScope(scope))
    .returning({ organizationId: topics.organizationId, projectId: topics.projectId });
  return [...new Map(rows.map((row) => [row.projectId, row])).values()];
}

/** All organizations with an unfinished crawl; for the start of the system alone. */
export async function listOrganizationsCrawling(db: Db): Promise<string[]> {
  const rows = await db
    .selectDistinct({ organizationId: topics.organizationId })
    .from(topics)
    .where(inArray(topics.crawlStatus, ["waiting", "running"]));
  return rows.map((row) => row.organizationId);
}

/** Of all organizations, the projects that have topics; for the system's own start alone. */
export async function listProjectsWithTopics(db: Db): Promise<(ProjectKey & { isIndexed: boolean })[]> {
  const { organizationId, projectId } = topics;
  const isIndexed = sql<boolean>`bool_and(coalesce(${topics.indexedHash}, '') <> '')`;
  return await db
    .select({ organizationId, projectId, isIndexed })
    .from(topics)
    .where(ne(topics.content, ""))
    .groupBy(organizationId, projectId);
}
