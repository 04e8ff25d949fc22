import type { TaskFilters, Task } from "@cairn/contract/tasks";

import type { Ctx } from "#server/ctx.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";

import { describeTasks, nameTask } from "./describe-tasks.ts";
import { listTaskIdsInOrder, listTaskNumbers, selectTasks } from "./tasks.store.ts";

/** A task with what people call those that it waits for. */
export interface TaskOfExport extends Task {
  blockerNames: string[];
}

/** Few enough to be held while somebody receives them slowly. */
const partSize = 200;

/**
 * All tasks that the filters take, part by part in the order of the board. What changes meanwhile is as it is when its
 * part is read. The caller has checked the right to read them.
 */
export async function* readTasks(
  ctx: Pick<Ctx, "db" | "signal">,
  project: ProjectKey,
  filters: TaskFilters,
): AsyncGenerator<TaskOfExport[]> {
  const ids = await listTaskIdsInOrder(ctx.db, project, filters);
  const names = new Map((await listTaskNumbers(ctx.db, project)).map((row) => [row.taskId, nameTask(row)]));
  for (let at = 0; at < ids.length; at += partSize) {
    ctx.signal.throwIfAborted();
    const part = ids.slice(at, at + partSize);
    const tasks = await describeTasks(ctx.db, project, await selectTasks(ctx.db, project, part));
    const byId = new Map(tasks.map((task) => [task.taskId, task]));
    yield part.flatMap((id) => {
      const task = byId.get(id);
      return task ? [{ ...task, blockerNames: task.blockedBy.flatMap((blocker) => names.get(blocker) ?? []) }] : [];
    });
  }
}
