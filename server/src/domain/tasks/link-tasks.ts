import { AppError, notFound } from "@cairn/contract/errors";

import type { Db } from "#server/platform/db/open-db.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";

import { nameTask } from "./describe-tasks.ts";
import { findWay } from "./find-way.ts";
import { listLinksFrom, replaceLinks } from "./task-links.store.ts";
import { holdTasks, selectTasks } from "./tasks.store.ts";

/**
 * Makes these the tasks that one waits for, and answers their names. Throws when one is not of the project or waits for
 * this task itself. The order of the project's tasks must be locked, so that no two links close a circle together.
 */
export async function linkTasks(
  tx: Db,
  project: ProjectKey,
  { taskId, blockerIds }: { taskId: string; blockerIds: readonly string[] },
): Promise<string[]> {
  if (blockerIds.includes(taskId)) throw new AppError("conflict", { message: "A task can't wait for itself" });
  if ((await holdTasks(tx, project, blockerIds)) < blockerIds.length) throw notFound("Task");
  const circle = findWay(await listLinksFrom(tx, project, blockerIds), { from: blockerIds, to: taskId });
  if (circle !== null) throw await circleRefused(tx, project, [taskId, ...circle]);
  await replaceLinks(tx, project, taskId, blockerIds);
  return (await selectTasks(tx, project, blockerIds)).map(nameTask);
}

async function circleRefused(tx: Db, project: ProjectKey, taskIds: readonly string[]): Promise<AppError> {
  const rows = await selectTasks(tx, project, [...new Set(taskIds)]);
  const names = new Map(rows.map((row) => [row.taskId, nameTask(row)]));
  const circle = taskIds.map((id) => names.get(id)).join(" → ");
  return new AppError("conflict", { message: `These tasks would wait for each other: ${circle}` });
}
