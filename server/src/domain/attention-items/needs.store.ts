import { and, asc, eq, exists, isNotNull, isNull, notExists, notInArray, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import type { Db } from "#server/platform/db/open-db.ts";
import { artifacts, sections } from "#server/platform/db/tables/artifacts.ts";
import { implementations } from "#server/platform/db/tables/implementations.ts";
import { members, organizations } from "#server/platform/db/tables/organizations.ts";
import { projects, repositories, services } from "#server/platform/db/tables/projects.ts";
import { taskLinks, tasks } from "#server/platform/db/tables/tasks.ts";

/** Each row has its product, and how many rows there are in all. */
export const product = {
  organization: { organizationId: organizations.organizationId, slug: organizations.slug, name: organizations.name },
  project: { projectId: projects.projectId, slug: projects.slug, name: projects.name },
  total: sql<number>`count(*) over ()`.mapWith(Number),
};

export const ofMembership = eq(organizations.organizationId, members.organizationId);
export const inOrganization = eq(projects.organizationId, organizations.organizationId);
export const byName = [asc(organizations.name), asc(projects.name), asc(projects.projectId)] as const;

/** Whose needs are meant, and of which product where not of all. */
export interface Needy {
  userId: string;
  projectId?: string;
}

/** Products of the organizations in which the person is a member, or the one of them that is meant. */
export function isMeant({ userId, projectId }: Needy) {
  return and(eq(members.userId, userId), projectId === undefined ? undefined : eq(projects.projectId, projectId));
}

/** Services whose repository could not be indexed. */
export async function listFailedIndexes(db: Db, userId: string, limit: number) {
  return await db
    .select({
      ...product,
      service: { serviceId: services.serviceId, name: services.name },
      error: repositories.indexError,
    })
    .from(members)
    .innerJoin(organizations, ofMembership)
    .innerJoin(projects, inOrganization)
    .innerJoin(services, eq(services.projectId, projects.projectId))
    .innerJoin(repositories, eq(repositories.repositoryId, services.repositoryId))
    .where(and(eq(members.userId, userId), eq(repositories.indexState, "failed")))
    .orderBy(...byName, asc(services.projectServiceId))
    .limit(limit);
}

/** Pages of products with sections that could not be written. */
export async function listFailedPages(db: Db, userId: string, limit: number) {
  const hasFailed = sql`exists (select 1 from ${sections} where ${sections.organizationId} = ${artifacts.organizationId}
    and ${sections.artifactId} = ${artifacts.artifactId} and ${sections.status} = 'failed')`;
  return await db
    .select({ ...product, artifact: { artifactId: artifacts.artifactId, title: artifacts.title } })
    .from(members)
    .innerJoin(organizations, ofMembership)
    .innerJoin(artifacts, eq(artifacts.organizationId, organizations.organizationId))
    .innerJoin(projects, and(inOrganization, eq(projects.projectId, artifacts.projectId)))
    .where(and(eq(members.userId, userId), isNotNull(artifacts.projectId), hasFailed))
    .orderBy(...byName, asc(artifacts.position), asc(artifacts.artifactId))
    .limit(limit);
}

const blockers = alias(tasks, "blockers");

export const taskColumns = {
  taskId: tasks.taskId,
  name: sql<string>`${projects.taskKey} || '-' || ${tasks.projectTaskId}`,
  title: tasks.title,
  state: tasks.state,
};

/** Tasks that the user has: those in review, also those of nobody that they had implemented, or those of Todo whose blockers are all over, which were some. */
export async function listWaitingTasks(
  db: Db,
  needy: Needy,
  { kind, limit }: { kind: "in-review" | "unblocked"; limit: number },
) {
  const isItsLink = eq(taskLinks.taskId, tasks.taskId);
  const links = db
    .select({ one: sql`1` })
    .from(taskLinks)
    .where(isItsLink);
  const openLinks = db
    .select({ one: sql`1` })
    .from(taskLinks)
    .innerJoin(blockers, eq(blockers.taskId, taskLinks.blockerId))
    .where(and(isItsLink, notInArray(blockers.state, ["done", "archived"])));
  // Of nobody: whoever had it implemented is to look at what came of it.
  const hasBegun = db
    .select({ one: sql`1` })
    .from(implementations)
    .where(
      and(
        eq(implementations.taskId, tasks.taskId),
        eq(implementations.createdBy, members.userId),
        eq(implementations.state, "created"),
        eq(implementations.runState, "completed"),
      ),
    );
  const isOwn = eq(tasks.assigneeId, members.userId);
  const isToReview = and(isNull(tasks.assigneeId), eq(tasks.state, "in-review"), exists(hasBegun));
  const isUnblocked = and(eq(tasks.state, "todo"), exists(links), notExists(openLinks));
  return await db
    .select({ ...product, task: taskColumns })
    .from(members)
    .innerJoin(organizations, ofMembership)
    .innerJoin(tasks, and(eq(tasks.organizationId, organizations.organizationId), or(isOwn, isToReview)))
    .innerJoin(projects, and(inOrganization, eq(projects.projectId, tasks.projectId)))
    .where(and(isMeant(needy), kind === "in-review" ? eq(tasks.state, "in-review") : isUnblocked))
    .orderBy(...byName, asc(tasks.rank), asc(tasks.taskId))
    .limit(limit);
}

/**
 * Products whose set-up waits for a person. One that is being indexed or described at the moment does not wait, nor one
 * whose set-up a person ended or skipped; one whose only repository failed is listed by its service.
 */
export async function listOpenSetups(db: Db, userId: string, limit: number) {
  const state = sql`(select
      coalesce(bool_or(${repositories.indexState} <> 'failed'), false) as has_repository,
      coalesce(bool_or(${repositories.indexState} in ('queued', 'cloning', 'analyzing')), false) as is_running,
      coalesce(bool_or(${repositories.indexState} = 'failed' and exists (
        select 1 from ${services} where ${services.repositoryId} = ${repositories.repositoryId})), false) as is_told
    from ${repositories} where ${repositories.projectId} = ${projects.projectId}) as state`;
  const isBeingWritten = sql`exists (
    select 1 from ${artifacts} where ${artifacts.projectId} = ${projects.projectId} and ${artifacts.isUpdating})`;
  const step = sql<"repository" | "description" | "finish">`case when not state.has_repository then 'repository'
    when ${projects.description} is null then 'description' else 'finish' end`;
  return await db
    .select({ ...product, step })
    .from(members)
    .innerJoin(organizations, ofMembership)
    .innerJoin(projects, inOrganization)
    .innerJoinLateral(state, sql`true`)
    .where(
      and(
        eq(members.userId, userId),
        eq(projects.setupComplete, false),
        sql`not state.is_running and (state.has_repository or not state.is_told)`,
        sql`not ${isBeingWritten}`,
      ),
    )
    .orderBy(...byName)
    .limit(limit);
}
