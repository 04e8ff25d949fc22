import type { InputOf, OutputOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";
import type { pinArtifact as endpoint } from "@cairn/contract/page-outline";

import type { Ctx } from "#server/ctx.ts";
import { requirePage } from "#server/domain/pages/catalog/require-page.ts";
import { summarizePages } from "#server/domain/pages/catalog/summarize-pages.ts";
import { updateArtifactRow } from "#server/domain/pages/store/artifacts.store.ts";

/** A pinned page stays, also when the code says nothing about it any more. */
export async function pinArtifact(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<OutputOf<typeof endpoint>> {
  const page = await requirePage(ctx, input, "artifact.write");
  await updateArtifactRow(ctx.db, page, { isPinned: input.isPinned });
  const [summary] = await summarizePages(ctx, page.organizationId, [page.artifactId]);
  if (!summary) throw notFound("Page");
  return summary;
}
