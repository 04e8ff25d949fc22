import type { TaskState } from "@cairn/contract/task-states";
import { and, asc, desc, eq, gt, ilike, inArray, isNull, notInArray, or, sql } from "drizzle-orm";

import { beginning, containing } from "#server/platform/db/like-pattern.ts";
import type { Db } from "#server/platform/db/open-db.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";
import { projects } from "#server/platform/db/tables/projects.ts";
import { taskMentions, tasks } from "#server/platform/db/tables/tasks.ts";

/** What is shown of a task where it is only mentioned or looked for. */
export interface TaskReferenceRow {
  taskId: string;
  projectTaskId: number;
  /** The project's; null only before its first task. */
  taskKey: string | null;
  title: string;
  state: TaskState;
}

const maxWords = 10;
const over: readonly TaskState[] = ["done", "archived"];

/** What people call a task ("FB-9"). */
const name = sql<string>`${projects.taskKey} || '-' || ${tasks.projectTaskId}`;

const referenceColumns = {
  taskId: tasks.taskId,
  projectTaskId: tasks.projectTaskId,
  taskKey: projects.taskKey,
  title: tasks.title,
  state: tasks.state,
};

function selectReferences(db: Db) {
  return db
    .select(referenceColumns)
    .from(tasks)
    .innerJoin(projects, eq(projects.projectId, tasks.projectId))
    .$dynamic();
}

const inProject = ({ organizationId, projectId }: ProjectKey) =>
  and(eq(tasks.organizationId, organizationId), eq(tasks.projectId, projectId));

/** Those of these tasks that the project has, in the order of their numbers. Names are as people say them, in any case. */
export async function selectMentionedTasks(
  db: Db,
  project: ProjectKey,
  { taskIds, names }: { taskIds: readonly string[]; names: readonly string[] },
): Promise<TaskReferenceRow[]> {
  const written = names.map((one) => one.toUpperCase());
  return await selectReferences(db)
    .where(and(inProject(project), or(inArray(tasks.taskId, [...taskIds]), inArray(name, written))))
    .orderBy(asc(tasks.projectTaskId));
}

/** Tasks of the product whose descriptions mention this one, the last changed first, and how many there are. */
export async function selectTasksMentioning(
  db: Db,
  project: ProjectKey,
  { taskId, limit }: { taskId: string; limit: number },
): Promise<{ rows: TaskReferenceRow[]; total: number }> {
  const { organizationId } = project;
  const found = await db
    .select({ ...referenceColumns, total: sql<string>`count(*) over ()` })
    .from(taskMentions)
    .innerJoin(tasks, eq(tasks.taskId, taskMentions.taskId))
    .innerJoin(projects, eq(projects.projectId, tasks.projectId))
    .where(
      and(eq(taskMentions.organizationId, organizationId), eq(taskMentions.mentionedId, taskId), inProject(project)),
    )
    .orderBy(desc(tasks.updatedAt), desc(tasks.taskId))
    .limit(limit);
  return { rows: found.map(({ total: _total, ...row }) => row), total: Number(found[0]?.total ?? 0) };
}

/** What the names of the project's tasks begin with; null before its first task. */
export async function findTaskKey(db: Db, { organizationId, projectId }: ProjectKey): Promise<string | null> {
  const [found] = await db
    .select({ taskKey: projects.taskKey })
    .from(projects)
    .where(and(eq(projects.organizationId, organizationId), eq(projects.projectId, projectId)));
  return found?.taskKey ?? null;
}

/** The first tasks of a lane, in its order. */
export async function listLaneStart(
  db: Db,
  project: ProjectKey,
  { state, limit }: { state: TaskState; limit: number },
): Promise<TaskReferenceRow[]> {
  return await selectReferences(db)
    .where(and(inProject(project), eq(tasks.state, state)))
    .orderBy(asc(tasks.rank), asc(tasks.taskId))
    .limit(limit);
}

/** What a task must be to match, beside its words. */
export interface TaskMatchFilters {
  /** Null for all. */
  states: readonly TaskState[] | null;
  /** Null for anybody, "none" for those that nobody has. */
  assigneeId: string | null;
}

/** Letters of one description that are searched. */
const maxSearched = 20_000;

/**
 * Ids of the tasks that hold any of these words in title, description or criteria, those that hold more of them first, and
 * how many there are. Without words all that the filters take, the newest first.
 */
export async function matchTaskIds(
  db: Db,
  project: ProjectKey,
  { words, filters, limit }: { words: readonly string[]; filters: TaskMatchFilters; limit: number },
): Promise<{ taskIds: string[]; total: number }> {
  const { states, assigneeId } = filters;
  const text = sql`(${tasks.title} || ' ' || left(${tasks.description}, ${maxSearched}) || ' ' || ${tasks.acceptanceCriteria}::text)`;
  const points = words.map(
    (word) => sql`(${tasks.title} ilike ${containing(word)})::int * 2 + (${text} ilike ${containing(word)})::int`,
  );
  const score = points.length === 0 ? sql<number>`1` : sql<number>`(${sql.join(points, sql` + `)})`;
  const wanted = and(
    inProject(project),
    states ? inArray(tasks.state, [...states]) : undefined,
    assigneeId === "none"
      ? isNull(tasks.assigneeId)
      : assigneeId === null
        ? undefined
        : eq(tasks.assigneeId, assigneeId),
  );
  const scored = db
    .select({ taskId: tasks.taskId, projectTaskId: tasks.projectTaskId, score: score.as("score") })
    .from(tasks)
    .where(wanted)
    .as("scored");
  const found = await db
    .select({ taskId: scored.taskId, total: sql<string>`count(*) over ()` })
    .from(scored)
    .where(gt(scored.score, 0))
    .orderBy(desc(scored.score), desc(scored.projectTaskId))
    .limit(limit);
  return { taskIds: found.map(({ taskId }) => taskId), total: Number(found[0]?.total ?? 0) };
}

/**
 * Tasks of which every word is in the title, or begins the name: the one that is called so or has that number first, then
 * those that are open, then the newest. Without words the newest that are open.
 */
export async function searchTaskRows(
  db: Db,
  project: ProjectKey,
  { query, limit }: { query: string; limit: number },
): Promise<TaskReferenceRow[]> {
  const words = query.split(/\s+/).filter(Boolean).slice(0, maxWords);
  const hasWord = (word: string) => or(ilike(tasks.title, containing(word)), sql`${name} ilike ${beginning(word)}`);
  const isNamed = sql`(${name} = ${query.toUpperCase()} or ${tasks.projectTaskId}::text = ${query})`;
  const wanted = words.length === 0 ? notInArray(tasks.state, [...over]) : or(isNamed, and(...words.map(hasWord)));
  return await selectReferences(db)
    .where(and(inProject(project), wanted))
    .orderBy(desc(isNamed), asc(inArray(tasks.state, [...over])), desc(tasks.projectTaskId))
    .limit(limit);
}
