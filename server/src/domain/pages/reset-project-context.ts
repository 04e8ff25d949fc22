import type { InputOf } from "@cairn/contract/endpoint";
import type { resetProjectContext as endpoint } from "@cairn/contract/projects";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { resetContext } from "./reset-context.ts";

/** Deletes the project's documents and indexes; both are built again from the code. */
export async function resetProjectContext(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<undefined> {
  const { organizationId, projectId, name } = await requireProject(ctx, input, "project.reset");
  await resetContext(ctx, { organizationId, projectId }, name);
}
