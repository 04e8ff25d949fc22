import { productDescriptionSchema } from "@cairn/contract/projects";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { findProjectRepositories } from "#server/domain/repositories/catalog/find-repository.ts";

import { markPagesWritten, proposeDescription } from "./projects.store.ts";

/**
 * Called when pages are written: proposes a description where a person wrote none, which follows the code from then on, and notes that there is
 * something to read. Whether the set-up is over, a person says (`finishInitialSetup`). `proposedDescription` may be null
 * or not fit; then none is written.
 */
export async function proposeSetup(
  ctx: Ctx,
  input: { organizationId: string; projectId: string; proposedDescription: string | null },
): Promise<void> {
  const project = await requireProject(ctx, input, "project.describe");
  const proposal = productDescriptionSchema.safeParse(input.proposedDescription);
  if (proposal.success) await proposeDescription(ctx.db, project, proposal.data);
  const repositories = await findProjectRepositories(ctx, project);
  if (repositories.some((row) => row.indexState === "ready")) await markPagesWritten(ctx.db, project, ctx.now());
}
