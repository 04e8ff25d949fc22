import { isTaskOver, taskStates } from "@cairn/contract/task-states";
import { and, asc, eq, inArray, notExists, notInArray, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import type { Db } from "#server/platform/db/open-db.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";
import { taskLinks, tasks } from "#server/platform/db/tables/tasks.ts";

/** `taskId` waits for `blockerId`. */
export interface LinkRow {
  taskId: string;
  blockerId: string;
}

const blockers = alias(tasks, "blockers");
const overStates = taskStates.filter(isTaskOver);

const inProject = ({ organizationId, projectId }: ProjectKey) =>
  and(eq(taskLinks.organizationId, organizationId), eq(taskLinks.projectId, projectId));

/** What these tasks wait for, or with null all of the project, in the order of the blockers' numbers. */
export async function listLinks(
  db: Db,
  project: ProjectKey,
  taskIds: readonly string[] | null,
): Promise<(LinkRow & { isOver: boolean })[]> {
  const rows = await db
    .select({ taskId: taskLinks.taskId, blockerId: taskLinks.blockerId, state: blockers.state })
    .from(taskLinks)
    .innerJoin(blockers, eq(blockers.taskId, taskLinks.blockerId))
    .where(and(inProject(project), taskIds === null ? undefined : inArray(taskLinks.taskId, [...taskIds])))
    .orderBy(asc(blockers.projectTaskId));
  return rows.map(({ state, ...link }) => ({ ...link, isOver: isTaskOver(state) }));
}

/** The first task of Todo that waits for nothing; null where there is none. */
export async function findRecommendedId(db: Db, project: ProjectKey): Promise<string | null> {
  const waiting = db
    .select({ one: sql`1` })
    .from(taskLinks)
    .innerJoin(blockers, eq(blockers.taskId, taskLinks.blockerId))
    .where(and(eq(taskLinks.taskId, tasks.taskId), notInArray(blockers.state, overStates)));
  const [row] = await db
    .select({ taskId: tasks.taskId })
    .from(tasks)
    .where(
      and(
        eq(tasks.organizationId, project.organizationId),
        eq(tasks.projectId, project.projectId),
        eq(tasks.state, "todo"),
        notExists(waiting),
      ),
    )
    .orderBy(asc(tasks.rank), asc(tasks.taskId))
    .limit(1);
  return row?.taskId ?? null;
}

/** All links on the way from these tasks through what they wait for. Each is there once, also where ways meet. */
export async function listLinksFrom(db: Db, project: ProjectKey, taskIds: readonly string[]): Promise<LinkRow[]> {
  const { rows } = await db.execute<LinkRow & Record<string, unknown>>(sql`
    with recursive reached (task_id, blocker_id) as (
      select task_id, blocker_id from ${taskLinks}
      where organization_id = ${project.organizationId} and task_id = any(${sql.param([...taskIds])}::uuid[])
      union
      select link.task_id, link.blocker_id from ${taskLinks} link join reached on link.task_id = reached.blocker_id
      where link.organization_id = ${project.organizationId})
    select task_id as "taskId", blocker_id as "blockerId" from reached`);
  return rows;
}

/** Makes these the tasks that one waits for. */
export async function replaceLinks(
  db: Db,
  { organizationId, projectId }: ProjectKey,
  taskId: string,
  blockerIds: readonly string[],
): Promise<void> {
  const links = blockerIds.map((blockerId) => ({ organizationId, projectId, taskId, blockerId }));
  await db
    .delete(taskLinks)
    .where(
      and(
        eq(taskLinks.organizationId, organizationId),
        eq(taskLinks.taskId, taskId),
        blockerIds.length > 0 ? notInArray(taskLinks.blockerId, [...blockerIds]) : undefined,
      ),
    );
  if (links.length > 0) await db.insert(taskLinks).values(links).onConflictDoNothing();
}

/** Adds these to what there is. */
export async function insertLinks(
  db: Db,
  { organizationId, projectId }: ProjectKey,
  links: readonly LinkRow[],
): Promise<void> {
  const rows = links.map((link) => ({ organizationId, projectId, ...link }));
  if (rows.length > 0) await db.insert(taskLinks).values(rows).onConflictDoNothing();
}

/** Whether a task that is none of these waits for one of them. */
export async function hasLinksInto(db: Db, project: ProjectKey, taskIds: readonly string[]): Promise<boolean> {
  const ids = sql`${sql.param([...taskIds])}::uuid[]`;
  const found = await db
    .select({ taskId: taskLinks.taskId })
    .from(taskLinks)
    .where(and(inProject(project), sql`${taskLinks.blockerId} = any(${ids})`, sql`${taskLinks.taskId} <> all(${ids})`))
    .limit(1);
  return found.length > 0;
}
