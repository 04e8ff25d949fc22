import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { searchTasks as endpoint } from "@cairn/contract/tasks";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { toReference } from "./list-mentioned-tasks.ts";
import { searchTaskRows } from "./task-references.store.ts";

/** Tasks by name, number or words of their title, best first; without words the newest that are open. */
export async function searchTasks(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "task.read");
  const rows = await searchTaskRows(ctx.db, project, { query: input.query, limit: input.limit });
  return { content: rows.map(toReference) };
}
