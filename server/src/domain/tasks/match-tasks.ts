import { taskStates } from "@cairn/contract/task-states";
import type { Task } from "@cairn/contract/tasks";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import type { ToolScope } from "#server/edge.ts";

import { describeTasks } from "./describe-tasks.ts";
import { matchTaskIds, type TaskMatchFilters } from "./task-references.store.ts";
import { selectTasks } from "./tasks.store.ts";

/** Tasks that hold any of these words, those that hold most of them first, and how many do; without words the newest. */
export async function matchTasks(
  ctx: Ctx,
  input: ToolScope & { words: readonly string[]; filters: TaskMatchFilters; limit: number },
): Promise<{ tasks: Task[]; total: number }> {
  const project = await requireProject(ctx, input, "task.read");
  const { taskIds, total } = await matchTaskIds(ctx.db, project, input);
  const tasks = await describeTasks(ctx.db, project, await selectTasks(ctx.db, project, taskIds));
  const byId = new Map(tasks.map((task) => [task.taskId, task]));
  // One that was deleted meanwhile is left out.
  return { tasks: taskIds.flatMap((taskId) => byId.get(taskId) ?? []), total };
}

export const openStates = taskStates.filter((state) => state !== "done" && state !== "archived");
