import { notFound } from "@cairn/contract/errors";
import { isUuid } from "@cairn/contract/slugs";
import type { Task } from "@cairn/contract/tasks";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { describeTasks } from "./describe-tasks.ts";
import { listSubtaskIds } from "./subtasks.store.ts";
import { findTaskIdByName, selectTask, selectTasks } from "./tasks.store.ts";

export interface TaskWithBlockers {
  task: Task;
  /** What it waits for, in the order of their numbers. */
  blockers: Task[];
}

/** A task with all that is around it. */
export interface TaskWithOthers extends TaskWithBlockers {
  /** What it is part of; null where there is none. */
  parent: Task | null;
  /** What is part of it, in the order of their numbers. */
  subtasks: Task[];
}

/** The task that somebody calls by its id or its name ("FB-9", in any case), with the tasks around it. */
export async function findTask(
  ctx: Ctx,
  input: { organizationId: string; projectId: string; nameOrId: string },
): Promise<TaskWithOthers> {
  const project = await requireProject(ctx, input, "task.read");
  const { nameOrId } = input;
  const taskId = isUuid(nameOrId) ? nameOrId : await findTaskIdByName(ctx.db, project, nameOrId);
  const row = taskId === null ? null : await selectTask(ctx.db, project, taskId);
  const [task] = row ? await describeTasks(ctx.db, project, [row]) : [];
  if (task === undefined) throw notFound("Task");
  const describe = async (taskIds: readonly string[]) =>
    await describeTasks(ctx.db, project, await selectTasks(ctx.db, project, taskIds));
  const blockers = await describe(task.blockedBy);
  const subtasks = await describe(await listSubtaskIds(ctx.db, project, [task.taskId]));
  const [parent = null] = task.parent ? await describe([task.parent.taskId]) : [];
  return { task, parent, subtasks, blockers };
}
