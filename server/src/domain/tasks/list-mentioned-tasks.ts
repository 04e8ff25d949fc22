import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { listMentionedTasks as endpoint, TaskReference } from "@cairn/contract/tasks";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { nameTask } from "./describe-tasks.ts";
import { selectMentionedTasks, type TaskReferenceRow } from "./task-references.store.ts";

/** Those of the named tasks that the project has, in the order of their numbers; the others are left out. */
export async function listMentionedTasks(
  ctx: Ctx,
  input: InputOf<typeof endpoint>,
): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "task.read");
  const rows = await selectMentionedTasks(ctx.db, project, { taskIds: input.taskId, names: input.name });
  return { content: rows.map(toReference) };
}

export function toReference({ taskId, title, state, ...row }: TaskReferenceRow): TaskReference {
  return { taskId, name: nameTask(row), title, state };
}
