import { taskStates, type TaskState } from "@cairn/contract/task-states";
import type { TaskFilters } from "@cairn/contract/tasks";
import { and, asc, count, desc, eq, getTableColumns, ilike, inArray, isNull, or, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { containing } from "#server/platform/db/like-pattern.ts";
import type { Db } from "#server/platform/db/open-db.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";
import { implementations } from "#server/platform/db/tables/implementations.ts";
import { members } from "#server/platform/db/tables/organizations.ts";
import { projects, services } from "#server/platform/db/tables/projects.ts";
import { tasks } from "#server/platform/db/tables/tasks.ts";
import { users } from "#server/platform/db/tables/users.ts";

import { insertMentions, replaceMentions } from "./task-mentions.store.ts";

export type TaskRow = typeof tasks.$inferSelect;

interface PersonRow {
  userId: string;
  firstName: string | null;
  lastName: string | null;
}

/** What people read beside a task. */
interface TaskNames {
  /** The project's; null only before its first task. */
  taskKey: string | null;
  service: { serviceId: string; name: string } | null;
  assignee: PersonRow | null;
  /** Of the task that it is part of. */
  parentNumber: number | null;
  /** A run works on it, or waits in line to. */
  isRunning: boolean;
  /** When that run was put in line; null while there is none, or it waits for a push. */
  runSince: Date | null;
}

export type NamedTaskRow = TaskRow & TaskNames & { creator: PersonRow | null };

/** Without what can be long. */
export type CardRow = Omit<TaskRow, "description" | "acceptanceCriteria"> &
  TaskNames & { criteria: { done: number; total: number } };

const assignees = alias(users, "assignees");
const creators = alias(users, "creators");
const parents = alias(tasks, "parents");

const assigneeColumns = { userId: assignees.userId, firstName: assignees.firstName, lastName: assignees.lastName };
const creatorColumns = { userId: creators.userId, firstName: creators.firstName, lastName: creators.lastName };

/** The tasks of one product, or of several of an organization. */
export interface BoardKey {
  organizationId: string;
  projectIds: readonly string[];
  /** The id of a member, or "none"; absent for everybody's. */
  assignee?: string | undefined;
}

const inProject = ({ organizationId, projectId }: ProjectKey) =>
  and(eq(tasks.organizationId, organizationId), eq(tasks.projectId, projectId));

const onBoard = ({ organizationId, projectIds, assignee }: BoardKey) =>
  and(
    eq(tasks.organizationId, organizationId),
    inArray(tasks.projectId, [...projectIds]),
    isId(tasks.assigneeId, assignee),
  );

const isId = (
  column: typeof tasks.serviceId | typeof tasks.assigneeId | typeof tasks.parentId,
  id: string | undefined,
) => (id === undefined ? undefined : id === "none" ? isNull(column) : eq(column, id));

const isTask = (project: ProjectKey, taskId: string) => and(inProject(project), eq(tasks.taskId, taskId));

/** The run of a task, of which there is one at most. */
const runOfTask = sql`from ${implementations}
  where ${implementations.organizationId} = ${tasks.organizationId} and ${implementations.taskId} = ${tasks.taskId}
    and ${implementations.runState} in ('waiting', 'queued', 'running', 'paused')`;

const isRunning = sql<boolean>`exists (select 1 ${runOfTask})`;
/** Nothing works on it while it waits for a push, or for more tokens. */
const runSince = sql<Date | null>`(select ${implementations.queuedAt} ${runOfTask}
    and ${implementations.runState} in ('queued', 'running'))`.mapWith(implementations.queuedAt);

function selectNamed(db: Db) {
  return db
    .select({
      task: tasks,
      taskKey: projects.taskKey,
      service: { serviceId: services.serviceId, name: services.name },
      assignee: assigneeColumns,
      creator: creatorColumns,
      parentNumber: parents.projectTaskId,
      isRunning,
      runSince,
    })
    .from(tasks)
    .innerJoin(projects, eq(projects.projectId, tasks.projectId))
    .leftJoin(services, eq(services.serviceId, tasks.serviceId))
    .leftJoin(assignees, eq(assignees.userId, tasks.assigneeId))
    .leftJoin(creators, eq(creators.userId, tasks.createdBy))
    .leftJoin(parents, eq(parents.taskId, tasks.parentId));
}

const flatten = ({ task, ...names }: { task: TaskRow } & Omit<NamedTaskRow, keyof TaskRow>): NamedTaskRow => ({
  ...task,
  ...names,
});

/** Null when the project has no such task. */
export async function selectTask(db: Db, project: ProjectKey, taskId: string): Promise<NamedTaskRow | null> {
  const [found] = await selectNamed(db).where(isTask(project, taskId));
  return found ? flatten(found) : null;
}

/** The id of the task that people call this ("FB-9", in any case); null when the project has no such task. */
export async function findTaskIdByName(db: Db, project: ProjectKey, name: string): Promise<string | null> {
  const [, key, number] = /^(.+)-(\d{1,9})$/.exec(name.trim()) ?? [];
  if (key === undefined) return null;
  const [found] = await db
    .select({ taskId: tasks.taskId })
    .from(tasks)
    .innerJoin(projects, eq(projects.projectId, tasks.projectId))
    .where(and(inProject(project), eq(tasks.projectTaskId, Number(number)), eq(projects.taskKey, key.toUpperCase())));
  return found?.taskId ?? null;
}

/** Those of these tasks that the project has, in the order of their numbers. */
export async function selectTasks(db: Db, project: ProjectKey, taskIds: readonly string[]): Promise<NamedTaskRow[]> {
  const found = await selectNamed(db)
    .where(and(inProject(project), inArray(tasks.taskId, [...taskIds])))
    .orderBy(asc(tasks.projectTaskId));
  return found.map(flatten);
}

/** Nobody else changes these tasks before the transaction `db` ends. In one order, so that nobody waits in a circle. */
export async function lockTasks(db: Db, project: ProjectKey, taskIds: readonly string[]): Promise<void> {
  await db
    .select({ taskId: tasks.taskId })
    .from(tasks)
    .where(and(inProject(project), inArray(tasks.taskId, [...taskIds])))
    .orderBy(asc(tasks.taskId))
    .for("no key update");
}

/** How many of these tasks the project has. None of those is deleted before the transaction `db` ends. */
export async function holdTasks(db: Db, project: ProjectKey, taskIds: readonly string[]): Promise<number> {
  const held = await db
    .select({ taskId: tasks.taskId })
    .from(tasks)
    .where(and(inProject(project), inArray(tasks.taskId, [...taskIds])))
    .orderBy(asc(tasks.taskId))
    .for("key share");
  return held.length;
}

function matchesText(project: ProjectKey, text: string): SQL | undefined {
  const key = sql`(select ${projects.taskKey} from ${projects} where ${projects.projectId} = ${project.projectId})`;
  const name = sql`${key} || '-' || ${tasks.projectTaskId}`;
  return or(...[tasks.title, name, tasks.description].map((part) => ilike(part, containing(text))));
}

function matchesFilters(
  project: ProjectKey,
  { state, serviceId, assignee, parentId, text }: TaskFilters,
): SQL | undefined {
  return and(
    inProject(project),
    state && inArray(tasks.state, state),
    isId(tasks.serviceId, serviceId),
    isId(tasks.assigneeId, assignee),
    isId(tasks.parentId, parentId),
    text ? matchesText(project, text) : undefined,
  );
}

/** One page of the tasks that the filters take, newest first, and how many there are. */
export async function listTaskRows(
  db: Db,
  project: ProjectKey,
  { filters, limit, offset }: { filters: TaskFilters; limit: number; offset: number },
): Promise<{ rows: NamedTaskRow[]; total: number }> {
  const wanted = matchesFilters(project, filters);
  // Ids first: only the rows of the page are read in full. All are looked at once, for the page and for the total.
  const page = await db
    .select({ taskId: tasks.taskId, total: sql<string>`count(*) over ()` })
    .from(tasks)
    .where(wanted)
    .orderBy(desc(tasks.projectTaskId))
    .limit(limit)
    .offset(offset);
  const [first] = page;
  // A page behind the last one has no rows to carry the total.
  if (first === undefined) return { rows: [], total: offset === 0 ? 0 : await countTasks(db, wanted) };
  const ids = page.map(({ taskId }) => taskId);
  return { rows: (await selectTasks(db, project, ids)).reverse(), total: Number(first.total) };
}

async function countTasks(db: Db, wanted: SQL | undefined): Promise<number> {
  const [counted] = await db.select({ total: count() }).from(tasks).where(wanted);
  return counted?.total ?? 0;
}

/** Ids of all tasks that the filters take, in the order of the board. */
export async function listTaskIdsInOrder(db: Db, project: ProjectKey, filters: TaskFilters): Promise<string[]> {
  const rows = await db
    .select({ taskId: tasks.taskId })
    .from(tasks)
    .where(matchesFilters(project, filters))
    .orderBy(
      sql`array_position(${sql.param([...taskStates])}::text[], ${tasks.state})`,
      asc(tasks.rank),
      asc(tasks.taskId),
    );
  return rows.map(({ taskId }) => taskId);
}

/** What makes up the names of all tasks of a project. */
export async function listTaskNumbers(
  db: Db,
  project: ProjectKey,
): Promise<{ taskId: string; taskKey: string | null; projectTaskId: number }[]> {
  return await db
    .select({ taskId: tasks.taskId, taskKey: projects.taskKey, projectTaskId: tasks.projectTaskId })
    .from(tasks)
    .innerJoin(projects, eq(projects.projectId, tasks.projectId))
    .where(inProject(project));
}

/** Tasks of a project that came from these, by their keys. */
export async function findTasksByOrigin(
  db: Db,
  project: ProjectKey,
  originKeys: readonly string[],
): Promise<{ originKey: string | null; taskKey: string | null; projectTaskId: number }[]> {
  return await db
    .select({ originKey: tasks.originKey, taskKey: projects.taskKey, projectTaskId: tasks.projectTaskId })
    .from(tasks)
    .innerJoin(projects, eq(projects.projectId, tasks.projectId))
    .where(and(inProject(project), sql`${tasks.originKey} = any(${sql.param([...originKeys])}::text[])`));
}

/** The first `laneLimit` cards of each of these lanes, in no order. */
export async function listCardRows(
  db: Db,
  board: BoardKey,
  { states, laneLimit }: { states: readonly TaskState[]; laneLimit: number },
): Promise<CardRow[]> {
  const { description: _description, acceptanceCriteria, ...columns } = getTableColumns(tasks);
  const done = sql<number>`jsonb_array_length(jsonb_path_query_array(${acceptanceCriteria}, '$[*] ? (@.done == true)'))`;
  const numbered = db
    .select({
      taskId: tasks.taskId,
      place: sql<number>`row_number() over (partition by ${tasks.state} order by ${tasks.rank}, ${tasks.taskId})`.as(
        "place",
      ),
    })
    .from(tasks)
    .where(and(onBoard(board), inArray(tasks.state, [...states])))
    .as("numbered");
  const found = await db
    .select({
      card: columns,
      done,
      total: sql<number>`jsonb_array_length(${acceptanceCriteria})`,
      taskKey: projects.taskKey,
      service: { serviceId: services.serviceId, name: services.name },
      assignee: assigneeColumns,
      parentNumber: parents.projectTaskId,
      isRunning,
      runSince,
    })
    .from(numbered)
    .innerJoin(tasks, eq(tasks.taskId, numbered.taskId))
    .innerJoin(projects, eq(projects.projectId, tasks.projectId))
    .leftJoin(services, eq(services.serviceId, tasks.serviceId))
    .leftJoin(assignees, eq(assignees.userId, tasks.assigneeId))
    .leftJoin(parents, eq(parents.taskId, tasks.parentId))
    .where(sql`${numbered.place} <= ${laneLimit}`);
  return found.map(({ card, done: met, total, ...names }) => ({ ...card, ...names, criteria: { done: met, total } }));
}

/** How many tasks each lane has. */
export async function countTasksByState(db: Db, board: BoardKey): Promise<Map<TaskState, number>> {
  const rows = await db
    .select({ state: tasks.state, total: count() })
    .from(tasks)
    .where(onBoard(board))
    .groupBy(tasks.state);
  return new Map(rows.map(({ state, total }) => [state, total]));
}

/** Nothing for an empty list. */
export async function insertTasks(db: Db, rows: readonly TaskRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db.insert(tasks).values([...rows]);
  await insertMentions(db, rows);
}

/** Ids of the tasks of a project that people call by these names ("FB-9"), by the names; others are missing. */
export async function findTaskIdsByName(
  db: Db,
  project: ProjectKey,
  names: readonly string[],
): Promise<Map<string, string>> {
  const name = sql<string>`${projects.taskKey} || '-' || ${tasks.projectTaskId}`;
  const rows = await db
    .select({ taskId: tasks.taskId, name })
    .from(tasks)
    .innerJoin(projects, eq(projects.projectId, tasks.projectId))
    .where(and(inProject(project), sql`${name} = any(${sql.param([...names])}::text[])`));
  return new Map(rows.map((row) => [row.name, row.taskId]));
}

export async function updateTaskRow(
  db: Db,
  { organizationId, taskId }: Pick<TaskRow, "organizationId" | "taskId">,
  change: Partial<TaskRow>,
): Promise<void> {
  await db.update(tasks).set(change).where(eq(tasks.taskId, taskId));
  if (change.description === undefined) return;
  await replaceMentions(db, { organizationId, taskId, description: change.description });
}

export async function deleteTaskRows(db: Db, project: ProjectKey, taskIds: readonly string[]): Promise<void> {
  await db.delete(tasks).where(and(inProject(project), inArray(tasks.taskId, [...taskIds])));
}

/** Whether this is a member, who is then not removed before the transaction `db` ends. */
export async function holdMember(db: Db, organizationId: string, userId: string): Promise<boolean> {
  const held = await db
    .select({ userId: members.userId })
    .from(members)
    .where(and(eq(members.organizationId, organizationId), eq(members.userId, userId)))
    .for("key share");
  return held.length > 0;
}

/** Ids of the tasks of the organization that somebody has, in the order in which they are locked. */
export async function lockTasksOf(db: Db, organizationId: string, userId: string): Promise<string[]> {
  const rows = await db
    .select({ taskId: tasks.taskId })
    .from(tasks)
    .where(and(eq(tasks.organizationId, organizationId), eq(tasks.assigneeId, userId)))
    .orderBy(asc(tasks.taskId))
    .for("no key update");
  return rows.map(({ taskId }) => taskId);
}

/** Nobody has these tasks from here on. */
export async function unassignTasks(db: Db, taskIds: readonly string[], updatedAt: Date): Promise<void> {
  await db
    .update(tasks)
    .set({ assigneeId: null, updatedAt })
    .where(inArray(tasks.taskId, [...taskIds]));
}
