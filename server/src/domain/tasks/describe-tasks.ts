import { compareTasks } from "@cairn/contract/task-order";
import { taskCardSchema, taskSchema, type Task, type TaskCard } from "@cairn/contract/tasks";

import type { Db } from "#server/platform/db/open-db.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";
import { toEntity } from "#server/to-entity.ts";

import { findRecommendedId, listLinks } from "./task-links.store.ts";
import type { CardRow, NamedTaskRow } from "./tasks.store.ts";

/** What a task is among the others. */
type Standing = Pick<Task, "name" | "blockedBy" | "isBlocked" | "recommended">;

/** Tasks of one project as the contract shows them, in the order of the rows. */
export async function describeTasks(db: Db, project: ProjectKey, rows: readonly NamedTaskRow[]): Promise<Task[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ taskId }) => taskId);
  const standingOf = await loadStandings(db, project, ids);
  return rows.map((row) => toEntity(taskSchema, { ...row, ...standingOf(row) }));
}

/** Cards of a project's board as the contract shows them, in the order of the board. */
export async function describeCards(db: Db, project: ProjectKey, rows: readonly CardRow[]): Promise<TaskCard[]> {
  const standingOf = await loadStandings(db, project, null);
  return rows.map((row) => toEntity(taskCardSchema, { ...row, ...standingOf(row) })).toSorted(compareTasks);
}

/** What people call a task: the product's key and the number. */
export function nameTask({ taskKey, projectTaskId }: { taskKey: string | null; projectTaskId: number }): string {
  return `${taskKey}-${projectTaskId}`;
}

async function loadStandings(
  db: Db,
  project: ProjectKey,
  taskIds: readonly string[] | null,
): Promise<(row: { taskId: string; taskKey: string | null; projectTaskId: number }) => Standing> {
  const links = Map.groupBy(await listLinks(db, project, taskIds), ({ taskId }) => taskId);
  const recommendedId = await findRecommendedId(db, project);
  return (row) => {
    const own = links.get(row.taskId) ?? [];
    return {
      name: nameTask(row),
      blockedBy: own.map(({ blockerId }) => blockerId),
      isBlocked: own.some(({ isOver }) => !isOver),
      recommended: row.taskId === recommendedId,
    };
  };
}
