import type { TaskState } from "@cairn/contract/task-states";
import { and, asc, desc, eq, inArray, isNotNull, ne, sql } from "drizzle-orm";
import { generateKeyBetween, generateNKeysBetween } from "fractional-indexing";

import type { Db } from "#server/platform/db/open-db.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";
import { projects } from "#server/platform/db/tables/projects.ts";
import { tasks } from "#server/platform/db/tables/tasks.ts";

/** A task in its lane. */
export interface RankedRow {
  taskId: string;
  state: TaskState;
  rank: string;
}

/** Where a task goes in a lane: between these two; null where there is none. */
export interface Gap {
  previous: RankedRow | null;
  next: RankedRow | null;
}

/** A rank grows where one task after another goes to the same spot; a lane with longer ones is numbered anew. */
const maxRankLength = 100;

const isProject = ({ organizationId, projectId }: ProjectKey) =>
  and(eq(projects.organizationId, organizationId), eq(projects.projectId, projectId));

const inLane = ({ organizationId, projectId }: ProjectKey, state: TaskState, exceptTaskId: string) =>
  and(
    eq(tasks.organizationId, organizationId),
    eq(tasks.projectId, projectId),
    eq(tasks.state, state),
    ne(tasks.taskId, exceptTaskId),
  );

const ranked = { taskId: tasks.taskId, state: tasks.state, rank: tasks.rank };

/** Who places or links tasks of one project waits for whoever does from here on. False when the project is gone. */
export async function lockTaskOrder(db: Db, project: ProjectKey): Promise<boolean> {
  const rows = await db
    .select({ projectId: projects.projectId })
    .from(projects)
    .where(isProject(project))
    .for("no key update");
  return rows.length > 0;
}

/**
 * The last of the next `count` numbers, and the key if there is one yet; the project's row is locked from here on. Null
 * when it is gone.
 */
export async function takeTaskNumbers(
  db: Db,
  project: ProjectKey,
  count: number,
): Promise<{ last: number; taskKey: string | null; projectName: string } | null> {
  const [row] = await db
    .update(projects)
    .set({ lastTaskNumber: sql`${projects.lastTaskNumber} + ${count}` })
    .where(isProject(project))
    .returning({ last: projects.lastTaskNumber, taskKey: projects.taskKey, projectName: projects.name });
  return row ?? null;
}

/** The keys of an organization's projects. */
export async function listTaskKeys(db: Db, organizationId: string): Promise<Set<string>> {
  const rows = await db
    .select({ taskKey: projects.taskKey })
    .from(projects)
    .where(and(eq(projects.organizationId, organizationId), isNotNull(projects.taskKey)));
  return new Set(rows.flatMap(({ taskKey }) => taskKey ?? []));
}

export async function setTaskKey(db: Db, project: ProjectKey, taskKey: string): Promise<void> {
  await db.update(projects).set({ taskKey }).where(isProject(project));
}

/** Where these tasks stand; those that the project does not have are missing. */
export async function findRanks(db: Db, project: ProjectKey, taskIds: readonly string[]): Promise<RankedRow[]> {
  return await db
    .select(ranked)
    .from(tasks)
    .where(
      and(
        eq(tasks.organizationId, project.organizationId),
        eq(tasks.projectId, project.projectId),
        inArray(tasks.taskId, [...taskIds]),
      ),
    );
}

/** The gap right after (or before) a task of a lane, or at the lane's start (or end), for the task that is to go there. */
export async function findGap(
  db: Db,
  project: ProjectKey,
  at: { state: TaskState; taskId: string; side: "after" | "before"; of: RankedRow | null },
): Promise<Gap> {
  const lane = inLane(project, at.state, at.taskId);
  const isAfter = at.side === "after";
  const beyond =
    at.of && sql`(${tasks.rank}, ${tasks.taskId}) ${sql.raw(isAfter ? ">" : "<")} (${at.of.rank}, ${at.of.taskId})`;
  const towards = isAfter ? asc : desc;
  const [neighbour = null] = await db
    .select(ranked)
    .from(tasks)
    .where(and(lane, beyond ?? undefined))
    .orderBy(towards(tasks.rank), towards(tasks.taskId))
    .limit(1);
  return isAfter ? { previous: at.of, next: neighbour } : { previous: neighbour, next: at.of };
}

/** So many ranks, in their order, at the end of a lane or at its start. The order of the project's tasks must be locked. */
export async function takeRanks(
  db: Db,
  project: ProjectKey,
  { state, edge, count }: { state: TaskState; edge: "start" | "end"; count: number },
): Promise<string[]> {
  const side = edge === "start" ? "after" : "before";
  const { previous, next } = await findGap(db, project, { state, taskId: nobody, side, of: null });
  return generateNKeysBetween(previous?.rank ?? null, next?.rank ?? null, count);
}

/** The id of no task. */
const nobody = "00000000-0000-0000-0000-000000000000";

/** A rank for the gap. Where there is none left, or only a long one, the whole lane is numbered anew. */
export async function takeRank(
  db: Db,
  project: ProjectKey,
  { state, taskId, gap }: { state: TaskState; taskId: string; gap: Gap },
): Promise<string> {
  const { previous, next } = gap;
  const hasRoom = previous === null || next === null || previous.rank < next.rank;
  const rank = hasRoom ? generateKeyBetween(previous?.rank ?? null, next?.rank ?? null) : null;
  if (rank !== null && rank.length <= maxRankLength) return rank;
  return await renumberLane(db, project, { state, taskId, previous });
}

/** Gives every task of a lane a short rank, and leaves one free after `previous` (at the start for null), which is it. */
async function renumberLane(
  db: Db,
  project: ProjectKey,
  { state, taskId, previous }: { state: TaskState; taskId: string; previous: RankedRow | null },
): Promise<string> {
  const lane = await db
    .select(ranked)
    .from(tasks)
    .where(inLane(project, state, taskId))
    .orderBy(asc(tasks.rank), asc(tasks.taskId));
  const at = previous === null ? 0 : lane.findIndex((row) => row.taskId === previous.taskId) + 1;
  const ranks = generateNKeysBetween(null, null, lane.length + 1);
  const [free = ""] = ranks.splice(at, 1);
  const ids = lane.map((row) => row.taskId);
  await db.execute(sql`
    update ${tasks} set rank = given.rank
    from unnest(${sql.param(ids)}::uuid[], ${sql.param(ranks)}::text[]) as given (task_id, rank)
    where ${tasks.taskId} = given.task_id`);
  return free;
}
