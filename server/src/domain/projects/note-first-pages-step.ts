import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { updateFirstPagesStep, type FirstPagesStep } from "./projects.store.ts";

/** Tells whoever waits for the first pages what is done for them. False once they stand: nobody waits any more. */
export async function noteFirstPagesStep(
  ctx: Ctx,
  input: { organizationId: string; projectId: string; step: FirstPagesStep },
): Promise<boolean> {
  const project = await requireProject(ctx, input, "artifact.write");
  return await updateFirstPagesStep(ctx.db, project, input.step);
}
