import type { listArchitectureChanges as endpoint } from "@cairn/contract/architecture-changes";
import type { InputOf, ResultOf } from "@cairn/contract/endpoint";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { selectChanges } from "./architecture-changes.store.ts";

/** What pushes did to the connections of a product, newest first. */
export async function listArchitectureChanges(
  ctx: Ctx,
  input: InputOf<typeof endpoint>,
): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "project.read");
  const { page, limit } = input;
  const { rows, total } = await selectChanges(ctx.db, project, { limit, offset: (page - 1) * limit });
  const content = rows.map(({ organizationId: _organization, projectId: _project, foundAt, ...change }) => ({
    ...change,
    foundAt: foundAt.toISOString(),
  }));
  return { content, page, limit, total };
}
