import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";
import type { getTaskImport as endpoint } from "@cairn/contract/task-imports";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { describeImport } from "./describe-import.ts";
import { findImport } from "./task-imports.store.ts";

/** How far an import is. */
export async function getTaskImport(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { organizationId, projectId } = await requireProject(ctx, input, "task.read");
  const row = await findImport(ctx.db, { organizationId, projectId, importId: input.importId });
  if (row === null) throw notFound("Import");
  return describeImport(row);
}
