import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import type { ToolScope } from "#server/edge.ts";

import { describeTasks, nameTask } from "./describe-tasks.ts";
import type { TaskWithBlockers } from "./find-task.ts";
import { findTaskKey, selectMentionedTasks } from "./task-references.store.ts";
import { selectTasks } from "./tasks.store.ts";

/** Tasks that a question names, with what they wait for, and the names that could only be those of tasks and are none. */
export async function findNamedTasks(
  ctx: Ctx,
  input: ToolScope & { taskIds: readonly string[]; names: readonly string[] },
): Promise<{ tasks: TaskWithBlockers[]; missing: string[]; hasTasks: boolean }> {
  const project = await requireProject(ctx, input, "task.read");
  const taskKey = await findTaskKey(ctx.db, project);
  if (taskKey === null) return { tasks: [], missing: [], hasTasks: false };
  const rows = await selectMentionedTasks(ctx.db, project, input);
  const known = new Set(rows.map(nameTask));
  const missing = input.names.filter((name) => name.startsWith(`${taskKey}-`) && !known.has(name));
  const ids = rows.map(({ taskId }) => taskId);
  const tasks = await describeTasks(ctx.db, project, await selectTasks(ctx.db, project, ids));
  const blockerIds = tasks.flatMap(({ blockedBy }) => blockedBy);
  const blockers = await describeTasks(ctx.db, project, await selectTasks(ctx.db, project, blockerIds));
  return {
    tasks: tasks.map((task) => ({
      task,
      blockers: blockers.filter(({ taskId }) => task.blockedBy.includes(taskId)),
    })),
    missing,
    hasTasks: true,
  };
}
