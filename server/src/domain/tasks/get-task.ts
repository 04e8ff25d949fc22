import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";
import type { getTask as endpoint } from "@cairn/contract/tasks";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { describeTasks } from "./describe-tasks.ts";
import { selectTask } from "./tasks.store.ts";

export async function getTask(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "task.read");
  const row = await selectTask(ctx.db, project, input.taskId);
  const [task] = row ? await describeTasks(ctx.db, project, [row]) : [];
  if (task === undefined) throw notFound("Task");
  return task;
}
