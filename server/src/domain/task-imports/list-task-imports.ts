import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { listTaskImports as endpoint } from "@cairn/contract/task-imports";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { describeImport } from "./describe-import.ts";
import { listStartedImports } from "./task-imports.store.ts";

/** What was brought in, newest first; previews are nobody's business yet. */
export async function listTaskImports(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "task.read");
  const { page, limit } = input;
  const { rows, total } = await listStartedImports(ctx.db, project, { limit, offset: (page - 1) * limit });
  return { content: rows.map(describeImport), page, limit, total };
}
