import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { listTasks as endpoint } from "@cairn/contract/tasks";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { describeTasks } from "./describe-tasks.ts";
import { listTaskRows } from "./tasks.store.ts";

/** One page of the tasks that the filters take, newest first. */
export async function listTasks(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "task.read");
  const { page, limit, ...filters } = input;
  const { rows, total } = await listTaskRows(ctx.db, project, { filters, limit, offset: (page - 1) * limit });
  return { content: await describeTasks(ctx.db, project, rows), page, limit, total };
}
