import { and, asc, eq, getTableColumns, inArray, isNull, sql } from "drizzle-orm";

import type { NewTaskEvent } from "#server/domain/tasks/task-events.store.ts";
import { insertLinks, type LinkRow } from "#server/domain/tasks/task-links.store.ts";
import type { PinRow } from "#server/domain/tasks/task-pins.store.ts";
import { insertTasks, type TaskRow } from "#server/domain/tasks/tasks.store.ts";
import type { Db } from "#server/platform/db/open-db.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";
import { projects } from "#server/platform/db/tables/projects.ts";
import { taskEvents, taskPins, tasks } from "#server/platform/db/tables/tasks.ts";

/** A statement takes so many rows at most. */
const maxRowsAtOnce = 1_000;

export async function selectTaskRows(db: Db, project: ProjectKey, taskIds: readonly string[]): Promise<TaskRow[]> {
  const { organizationId, projectId } = project;
  return await db
    .select()
    .from(tasks)
    .where(
      and(
        eq(tasks.organizationId, organizationId),
        eq(tasks.projectId, projectId),
        sql`${tasks.taskId} = any(${sql.param([...taskIds])}::uuid[])`,
      ),
    );
}

/** Of all these tasks, in the order in which it happened. */
export async function selectEvents(
  db: Db,
  organizationId: string,
  taskIds: readonly string[],
): Promise<NewTaskEvent[]> {
  const { sequence: _sequence, ...columns } = getTableColumns(taskEvents);
  return await db
    .select(columns)
    .from(taskEvents)
    .where(and(eq(taskEvents.organizationId, organizationId), inArray(taskEvents.taskId, [...taskIds])))
    .orderBy(asc(taskEvents.sequence));
}

/** Of all these tasks, in the order in which they were made. */
export async function selectPins(db: Db, organizationId: string, taskIds: readonly string[]): Promise<PinRow[]> {
  return await db
    .select()
    .from(taskPins)
    .where(and(eq(taskPins.organizationId, organizationId), inArray(taskPins.taskId, [...taskIds])))
    .orderBy(asc(taskPins.createdAt), asc(taskPins.path), asc(taskPins.repositoryId));
}

/** What names the product's tasks, and the last number that was given. */
export async function selectNumbering(db: Db, { organizationId, projectId }: ProjectKey) {
  const [row] = await db
    .select({ taskKey: projects.taskKey, lastTaskNumber: projects.lastTaskNumber })
    .from(projects)
    .where(and(eq(projects.organizationId, organizationId), eq(projects.projectId, projectId)));
  return row ?? null;
}

/** Those of these ids that a task of any organization has; nothing else is revealed of them. */
export async function listTakenTaskIds(wholeDb: Db, taskIds: readonly string[]): Promise<Set<string>> {
  const rows = await wholeDb
    .select({ taskId: tasks.taskId })
    .from(tasks)
    .where(sql`${tasks.taskId} = any(${sql.param([...taskIds])}::uuid[])`);
  return new Set(rows.map(({ taskId }) => taskId));
}

/** The tasks of the product that came from these, by what those are called. */
export async function findIdsByOrigin(
  db: Db,
  { organizationId, projectId }: ProjectKey,
  originKeys: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .select({ taskId: tasks.taskId, originKey: tasks.originKey })
    .from(tasks)
    .where(
      and(
        eq(tasks.organizationId, organizationId),
        eq(tasks.projectId, projectId),
        sql`${tasks.originKey} = any(${sql.param([...originKeys])}::text[])`,
      ),
    );
  return new Map(rows.map(({ taskId, originKey }) => [originKey ?? "", taskId]));
}

/** Those of these tasks that are part of no other. */
export async function listWithoutParent(db: Db, project: ProjectKey, taskIds: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ taskId: tasks.taskId })
    .from(tasks)
    .where(
      and(
        eq(tasks.organizationId, project.organizationId),
        eq(tasks.projectId, project.projectId),
        isNull(tasks.parentId),
        sql`${tasks.taskId} = any(${sql.param([...taskIds])}::uuid[])`,
      ),
    );
  return new Set(rows.map(({ taskId }) => taskId));
}

/** Parents must stand before their parts. */
export async function insertMovedTasks(db: Db, rows: readonly TaskRow[]): Promise<void> {
  for (const part of inParts(rows)) await insertTasks(db, part);
}

export async function insertMovedEvents(db: Db, rows: readonly NewTaskEvent[]): Promise<void> {
  for (const part of inParts(rows)) await db.insert(taskEvents).values(part);
}

export async function insertMovedPins(db: Db, rows: readonly PinRow[]): Promise<void> {
  for (const part of inParts(rows)) await db.insert(taskPins).values(part).onConflictDoNothing();
}

export async function insertMovedLinks(db: Db, project: ProjectKey, links: readonly LinkRow[]): Promise<void> {
  for (const part of inParts(links)) await insertLinks(db, project, part);
}

/** The product has given so many numbers. */
export async function setLastTaskNumber(db: Db, { organizationId, projectId }: ProjectKey, lastTaskNumber: number) {
  await db
    .update(projects)
    .set({ lastTaskNumber })
    .where(and(eq(projects.organizationId, organizationId), eq(projects.projectId, projectId)));
}

function* inParts<T>(rows: readonly T[]): Generator<T[]> {
  for (let at = 0; at < rows.length; at += maxRowsAtOnce) yield rows.slice(at, at + maxRowsAtOnce);
}
