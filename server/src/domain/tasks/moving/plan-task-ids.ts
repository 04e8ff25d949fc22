import type { Ctx } from "#server/ctx.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";

import { findIdsByOrigin, listTakenTaskIds, selectTaskRows } from "./moved-tasks.store.ts";

/** What becomes of the tasks of a file in this product. */
export interface PlannedIds {
  /** Ids here by the ids of the file. */
  ids: ReadonlyMap<string, string>;
  /** Ids of the file whose tasks are here already, from the same file or as its origin. They stay as they are. */
  known: ReadonlySet<string>;
}

/** What a task is called for good that got another id because its own was taken, as by a copy on the same server. */
export function originOfMoved(taskId: string): string {
  return `cairn:task/${taskId}`;
}

/**
 * Chooses the id of each task: its own where no task of this server has it, else a new one. Those that are here already
 * are recognized, so that the same file makes no task twice. The caller has checked the right to write tasks.
 */
export async function planTaskIds(
  ctx: Ctx,
  project: ProjectKey,
  tasks: readonly { taskId: string; originKey: string | null }[],
): Promise<PlannedIds> {
  const given = tasks.map(({ taskId }) => taskId);
  const own = new Set((await selectTaskRows(ctx.db, project, given)).map(({ taskId }) => taskId));
  const keyOf = (task: (typeof tasks)[number]) => task.originKey ?? originOfMoved(task.taskId);
  const moved = await findIdsByOrigin(ctx.db, project, tasks.map(keyOf));
  const taken = await listTakenTaskIds(ctx.wholeDb, given);
  const ids = new Map<string, string>();
  const known = new Set<string>();
  for (const task of tasks) {
    const { taskId } = task;
    const here = own.has(taskId) ? taskId : moved.get(keyOf(task));
    if (here !== undefined) known.add(taskId);
    ids.set(taskId, here ?? (taken.has(taskId) ? ctx.newId() : taskId));
  }
  return { ids, known };
}
