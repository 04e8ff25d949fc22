import { compareTasks } from "@cairn/contract/task-order";
import { taskCardSchema, taskSchema, type Task, type TaskCard } from "@cairn/contract/tasks";

import type { Db } from "#server/platform/db/open-db.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";
import { toEntity } from "#server/to-entity.ts";

import { countSubtasks } from "./subtasks.store.ts";
import { findRecommendedId, listLinks } from "./task-links.store.ts";
import type { CardRow, NamedTaskRow } from "./tasks.store.ts";

/** What a task is among the others. */
type Standing = Pick<Task, "name" | "blockedBy" | "isBlocked" | "parent" | "subtasks" | "recommended">;

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

/** What people call the task that this one is part of; null where there is none. */
export function nameParent({ taskKey, parentNumber }: Pick<CardRow, "taskKey" | "parentNumber">): string | null {
  return parentNumber === null ? null : nameTask({ taskKey, projectTaskId: parentNumber });
}

async function loadStandings(
  db: Db,
  project: ProjectKey,
  taskIds: readonly string[] | null,
): Promise<(row: CardRow | NamedTaskRow) => Standing> {
  const links = Map.groupBy(await listLinks(db, project, taskIds), ({ taskId }) => taskId);
  const subtasks = await countSubtasks(db, project, taskIds);
  const recommendedId = await findRecommendedId(db, project);
  return (row) => {
    const own = links.get(row.taskId) ?? [];
    const parentName = nameParent(row);
    return {
      name: nameTask(row),
      blockedBy: own.map(({ blockerId }) => blockerId),
      isBlocked: own.some(({ isOver }) => !isOver),
      parent: row.parentId === null || parentName === null ? null : { taskId: row.parentId, name: parentName },
      subtasks: subtasks.get(row.taskId) ?? { done: 0, total: 0 },
      recommended: row.taskId === recommendedId,
    };
  };
}
