import { notFound } from "@cairn/contract/errors";
import type { Action } from "@cairn/contract/roles";

import type { Ctx } from "#server/ctx.ts";
import { requireOrganization } from "#server/domain/members/require-organization.ts";
import { findArtifactRow, type NamedArtifactRow } from "#server/domain/pages/store/artifacts.store.ts";

/** The page of this organization, if the actor may do this. */
export async function requirePage(
  ctx: Ctx,
  target: { organizationId: string; artifactId: string },
  action: Action,
): Promise<NamedArtifactRow> {
  const { organizationId } = await requireOrganization(ctx, target, action);
  const row = await findArtifactRow(ctx.db, { organizationId, artifactId: target.artifactId });
  if (!row) throw notFound("Page");
  return row;
}
