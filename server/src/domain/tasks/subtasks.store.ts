import { isTaskOver, taskStates } from "@cairn/contract/task-states";
import { and, count, eq, inArray, isNotNull, sql } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";
import { tasks } from "#server/platform/db/tables/tasks.ts";

const overStates = taskStates.filter(isTaskOver);

function isPartOf({ organizationId, projectId }: ProjectKey, parentIds: readonly string[] | null) {
  return and(
    eq(tasks.organizationId, organizationId),
    eq(tasks.projectId, projectId),
    parentIds === null ? isNotNull(tasks.parentId) : inArray(tasks.parentId, [...parentIds]),
  );
}

/** How many sub-tasks these tasks have, or with null all of the project; those without any are missing. */
export async function countSubtasks(
  db: Db,
  project: ProjectKey,
  parentIds: readonly string[] | null,
): Promise<Map<string | null, { done: number; total: number }>> {
  const rows = await db
    .select({
      parentId: tasks.parentId,
      done: sql<string>`count(*) filter (where ${inArray(tasks.state, overStates)})`,
      total: count(),
    })
    .from(tasks)
    .where(isPartOf(project, parentIds))
    .groupBy(tasks.parentId);
  return new Map(rows.map(({ parentId, done, total }) => [parentId, { done: Number(done), total }]));
}

/** Ids of the tasks that are part of these. */
export async function listSubtaskIds(db: Db, project: ProjectKey, parentIds: readonly string[]): Promise<string[]> {
  const rows = await db.select({ taskId: tasks.taskId }).from(tasks).where(isPartOf(project, parentIds));
  return rows.map(({ taskId }) => taskId);
}
