import type { ArtifactSummary } from "@cairn/contract/pages";

import type { Ctx } from "#server/ctx.ts";
import { listArtifactRowsById } from "#server/domain/pages/store/artifacts.store.ts";

import { describeArtifacts } from "./describe-artifact.ts";

/** Those of the given pages that the organization has, in the given order. The caller has checked the right. */
export async function summarizePages(
  ctx: Ctx,
  organizationId: string,
  artifactIds: readonly string[],
): Promise<ArtifactSummary[]> {
  const rows = new Map(
    (await listArtifactRowsById(ctx.db, organizationId, artifactIds)).map((row) => [row.artifactId, row]),
  );
  const wanted = artifactIds.flatMap((artifactId) => rows.get(artifactId) ?? []);
  return await describeArtifacts(ctx.db, organizationId, wanted);
}
