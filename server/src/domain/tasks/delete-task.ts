import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { deleteTask as endpoint } from "@cairn/contract/tasks";

import type { Ctx } from "#server/ctx.ts";

import { deleteTasks } from "./delete-tasks.ts";

/** Deletes a task with its activity; what waited for it waits no more. */
export async function deleteTask(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { organizationId, projectId, taskId } = input;
  await deleteTasks(ctx, { organizationId, projectId, taskIds: [taskId] });
}
