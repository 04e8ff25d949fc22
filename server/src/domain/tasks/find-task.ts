import { notFound } from "@cairn/contract/errors";
import { isUuid } from "@cairn/contract/slugs";
import type { Task } from "@cairn/contract/tasks";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { describeTasks } from "./describe-tasks.ts";
import { findTaskIdByName, selectTask, selectTasks } from "./tasks.store.ts";

export interface TaskWithBlockers {
  task: Task;
  /** What it waits for, in the order of their numbers. */
  blockers: Task[];
}

/** The task that somebody calls by its id or its name ("FB-9", in any case), with what it waits for. */
export async function findTask(
  ctx: Ctx,
  input: { organizationId: string; projectId: string; nameOrId: string },
): Promise<TaskWithBlockers> {
  const project = await requireProject(ctx, input, "task.read");
  const { nameOrId } = input;
  const taskId = isUuid(nameOrId) ? nameOrId : await findTaskIdByName(ctx.db, project, nameOrId);
  const row = taskId === null ? null : await selectTask(ctx.db, project, taskId);
  const [task] = row ? await describeTasks(ctx.db, project, [row]) : [];
  if (task === undefined) throw notFound("Task");
  const blockers = await describeTasks(ctx.db, project, await selectTasks(ctx.db, project, task.blockedBy));
  return { task, blockers };
}
