import type { Ctx } from "#server/ctx.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";

import { selectTasks } from "./tasks.store.ts";

/** Whether the project has this task. The caller has checked the right to read it. */
export async function hasTask(ctx: Pick<Ctx, "db">, task: ProjectKey & { taskId: string }): Promise<boolean> {
  return (await selectTasks(ctx.db, task, [task.taskId])).length > 0;
}
