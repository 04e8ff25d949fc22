import { bodyOf, type InputOf, type ResultOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";
import { updateTask as endpoint } from "@cairn/contract/tasks";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { changeTask, isMoveAlone, lockTasksFor } from "./change-task.ts";
import { getTask } from "./get-task.ts";

/** Changes what is given of a task and leaves the rest. A move that its state does not allow is refused. */
export async function updateTask(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const change = bodyOf(endpoint, input);
  const project = await requireProject(ctx, input, isMoveAlone(change) ? "task.move" : "task.write");
  const { organizationId, projectId } = project;
  const { taskId } = input;
  await ctx.db.transaction(async (tx) => {
    const [former] = await lockTasksFor(tx, project, [taskId], change);
    if (former === undefined) throw notFound("Task");
    await changeTask(ctx, tx, former, change);
  });
  return await getTask(ctx, { organizationId, projectId, taskId });
}
