import { displayName } from "@cairn/contract/auth";
import { and, count, desc, eq, inArray, sql } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";
import { taskEvents, taskLinks, tasks } from "#server/platform/db/tables/tasks.ts";
import { users } from "#server/platform/db/tables/users.ts";

type EventRow = typeof taskEvents.$inferSelect;
export type NewTaskEvent = Omit<EventRow, "sequence">;

/** An event with who did it. */
export interface NamedEventRow extends EventRow {
  /** Null for the server itself, or when that account is gone. */
  actor: { userId: string; firstName: string | null; lastName: string | null } | null;
}

/** A statement takes so many values at most. */
const maxRowsAtOnce = 1_000;

interface TaskKey {
  organizationId: string;
  taskId: string;
}

const ofTask = ({ organizationId, taskId }: TaskKey) =>
  and(eq(taskEvents.organizationId, organizationId), eq(taskEvents.taskId, taskId));

/** In this order; nothing for an empty list. */
export async function insertTaskEvents(db: Db, events: readonly NewTaskEvent[]): Promise<void> {
  if (events.length > 0) await db.insert(taskEvents).values([...events]);
}

/** The activity of tasks that somebody no longer has because they left. */
export async function insertUnassignments(
  db: Db,
  {
    organizationId,
    userId,
    taskIds,
    createdAt,
  }: { organizationId: string; userId: string; taskIds: readonly string[]; createdAt: Date },
): Promise<void> {
  const common = { organizationId, field: "assignee", by: "system", actorId: null, from: userId, to: null } as const;
  const events = taskIds.map((taskId) => ({ ...common, taskId, createdAt, eventId: sql`gen_random_uuid()` }));
  for (let at = 0; at < events.length; at += maxRowsAtOnce)
    await db.insert(taskEvents).values(events.slice(at, at + maxRowsAtOnce));
}

/** Names of people by their ids; those whose accounts are gone are missing. */
export async function findNames(db: Db, userIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .select({ userId: users.userId, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(inArray(users.userId, [...userIds]));
  return new Map(rows.map((row) => [row.userId, displayName(row)]));
}

/** One page of what happened to a task, newest first, and how much there is. */
export async function listTaskEventRows(
  db: Db,
  task: TaskKey,
  page: { limit: number; offset: number },
): Promise<{ rows: NamedEventRow[]; total: number }> {
  const found = await db
    .select({
      event: taskEvents,
      actor: { userId: users.userId, firstName: users.firstName, lastName: users.lastName },
    })
    .from(taskEvents)
    .leftJoin(users, eq(users.userId, taskEvents.actorId))
    .where(ofTask(task))
    .orderBy(desc(taskEvents.sequence))
    .limit(page.limit)
    .offset(page.offset);
  const [counted] = await db.select({ total: count() }).from(taskEvents).where(ofTask(task));
  return { rows: found.map(({ event, actor }) => ({ ...event, actor })), total: counted?.total ?? 0 };
}

/**
 * Those of these tasks of a project that nobody has changed since they were created: their activity says nothing more,
 * and no task waits for them but `companions`. That somebody left, or a service is gone, is no change of theirs.
 */
export async function findUntouched(
  db: Db,
  project: ProjectKey,
  { taskIds, companions }: { taskIds: readonly string[]; companions: readonly string[] },
): Promise<string[]> {
  const ids = sql`${sql.param([...taskIds])}::uuid[]`;
  const { rows } = await db.execute<{ taskId: string }>(sql`
    select t.task_id as "taskId" from ${tasks} t
    where t.organization_id = ${project.organizationId} and t.project_id = ${project.projectId} and t.task_id = any(${ids})
      and not exists (select from ${taskEvents} e where e.organization_id = t.organization_id and e.task_id = t.task_id
        and e.field <> 'created' and not (e.by = 'system' and e.field in ('assignee', 'service')))
      and not exists (select from ${taskLinks} l where l.organization_id = t.organization_id and l.blocker_id = t.task_id
        and l.task_id <> all(${sql.param([...companions])}::uuid[]))`);
  return rows.map(({ taskId }) => taskId);
}
