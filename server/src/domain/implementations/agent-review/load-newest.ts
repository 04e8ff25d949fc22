import { notFound } from "@cairn/contract/errors";
import type { Implementation } from "@cairn/contract/implementations";
import type { Task } from "@cairn/contract/tasks";

import type { Ctx } from "#server/ctx.ts";
import { listImplementations } from "#server/domain/implementations/reading/list-implementations.ts";
import { findTask } from "#server/domain/tasks/find-task.ts";
import type { ToolScope } from "#server/edge.ts";

/** The newest implementation of the task of that name or id. */
export async function loadNewest(
  ctx: Ctx,
  scope: ToolScope,
  nameOrId: string,
): Promise<{ task: Task; implementation: Implementation }> {
  const { task } = await findTask(ctx, { ...scope, nameOrId });
  const { content } = await listImplementations(ctx, { ...scope, taskId: task.taskId, page: 1, limit: 1 });
  const [implementation] = content;
  if (implementation === undefined) throw notFound("Implementation");
  return { task, implementation };
}
