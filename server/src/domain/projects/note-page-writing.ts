import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { updatePageBeingWritten, type PageBeingWritten } from "./projects.store.ts";

/** Tells whoever waits for the first pages which one is being written. False once they stand: nobody waits any more. */
export async function notePageWriting(
  ctx: Ctx,
  input: { organizationId: string; projectId: string; page: PageBeingWritten },
): Promise<boolean> {
  const project = await requireProject(ctx, input, "artifact.write");
  return await updatePageBeingWritten(ctx.db, project, input.page);
}
