import { notFound } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { findArtifactRow } from "#server/domain/pages/store/artifacts.store.ts";

/** The page, if the actor may read it and it belongs to this project; an agent sees one product alone. */
export async function requirePageOfProject(
  ctx: Ctx,
  target: { organizationId: string; projectId: string; artifactId: string },
): Promise<void> {
  const { organizationId, projectId } = await requireProject(ctx, target, "artifact.read");
  const row = await findArtifactRow(ctx.db, { organizationId, artifactId: target.artifactId });
  if (row?.projectId !== projectId) throw notFound("Page");
}
