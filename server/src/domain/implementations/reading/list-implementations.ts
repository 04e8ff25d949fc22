import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";
import type { listImplementations as endpoint } from "@cairn/contract/implementations";

import type { Ctx } from "#server/ctx.ts";
import { listImplementationRows } from "#server/domain/implementations/store/implementations.store.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { hasTask } from "#server/domain/tasks/has-task.ts";

import { describeImplementations } from "./describe-implementations.ts";

/** Implementations of a task, newest first. */
export async function listImplementations(
  ctx: Ctx,
  input: InputOf<typeof endpoint>,
): Promise<ResultOf<typeof endpoint>> {
  const { organizationId, projectId } = await requireProject(ctx, input, "implementation.read");
  const { taskId, page, limit } = input;
  const task = { organizationId, projectId, taskId };
  if (!(await hasTask(ctx, task))) throw notFound("Task");
  const { rows, total } = await listImplementationRows(ctx.db, task, { limit, offset: (page - 1) * limit });
  return { content: await describeImplementations(ctx, rows), page, limit, total };
}
