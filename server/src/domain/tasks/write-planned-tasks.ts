import type { Ctx } from "#server/ctx.ts";
import type { Db } from "#server/platform/db/open-db.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";

import { changeTask } from "./change-task.ts";
import { findWay } from "./find-way.ts";
import { listLinks, listLinksFrom, type LinkRow } from "./task-links.store.ts";
import { lockTasks, selectTasks } from "./tasks.store.ts";
import { writePin } from "./write-pin.ts";
import { writeTask, type NewTask } from "./write-task.ts";

/** A task that was planned, with the files it is expected to touch. */
export interface PlannedTask {
  taskId: string;
  task: NewTask;
  files: {
    repositoryId: string;
    path: string;
    startLine: number | null;
    endLine: number | null;
    symbol: string | null;
  }[];
}

/**
 * Writes planned tasks into the backlog, below each other in this order, with pins of their files, and answers the number
 * of each. Within the transaction `tx`, in which the product's row is locked and services and repositories are held.
 */
export async function writePlannedTasks(
  ctx: Ctx,
  tx: Db,
  project: ProjectKey,
  planned: readonly PlannedTask[],
): Promise<Map<string, number>> {
  const numbers = new Map<string, number>();
  for (const { taskId, task, files } of planned) {
    numbers.set(taskId, await writeTask(ctx, tx, { project, taskId, input: task }));
    const { organizationId } = project;
    for (const file of files) await writePin(ctx, tx, { organizationId, taskId, pin: { ...file, kind: "pinned" } });
  }
  return numbers;
}

/**
 * Adds to what tasks wait for, within such a transaction. A link is left out where one of its tasks is gone, or where
 * people have meanwhile linked tasks so that it would close a circle.
 */
export async function addTaskLinks(ctx: Ctx, tx: Db, project: ProjectKey, links: readonly LinkRow[]): Promise<void> {
  const taskIds = [...new Set(links.flatMap(({ taskId, blockerId }) => [taskId, blockerId]))];
  await lockTasks(tx, project, taskIds);
  const rows = await selectTasks(tx, project, taskIds);
  const isThere = new Set(rows.map(({ taskId }) => taskId));
  // The newest first: what is planned comes in as it was planned, and what was there before gives way.
  for (const row of rows.toReversed()) {
    const { taskId } = row;
    const wanted = links.filter((link) => link.taskId === taskId && isThere.has(link.blockerId));
    const reached = await listLinksFrom(
      tx,
      project,
      wanted.map(({ blockerId }) => blockerId),
    );
    const open = wanted.filter(({ blockerId }) => findWay(reached, { from: [blockerId], to: taskId }) === null);
    if (open.length === 0) continue;
    const known = await listLinks(tx, project, [taskId]);
    await changeTask(ctx, tx, row, { blockedBy: [...known, ...open].map(({ blockerId }) => blockerId) });
  }
}
