import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";
import { taskEventSchema, type listTaskEvents as endpoint } from "@cairn/contract/tasks";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { toEntity } from "#server/to-entity.ts";

import { listTaskEventRows } from "./task-events.store.ts";
import { selectTask } from "./tasks.store.ts";

/** Who changed what of a task, newest first. */
export async function listTaskEvents(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "task.read");
  const { page, limit } = input;
  const task = await selectTask(ctx.db, project, input.taskId);
  if (task === null) throw notFound("Task");
  const { rows, total } = await listTaskEventRows(ctx.db, task, { limit, offset: (page - 1) * limit });
  return { content: rows.map((row) => toEntity(taskEventSchema, row)), page, limit, total };
}
