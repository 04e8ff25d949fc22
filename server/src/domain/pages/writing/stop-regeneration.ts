import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";
import type { stopRegeneration as endpoint } from "@cairn/contract/page-writing";

import type { Ctx } from "#server/ctx.ts";
import { requireOrganization } from "#server/domain/members/require-organization.ts";
import { getArtifact } from "#server/domain/pages/catalog/get-artifact.ts";
import {
  listSectionRows,
  lockPage,
  updateArtifactRow,
  type ArtifactRow,
} from "#server/domain/pages/store/artifacts.store.ts";
import { updateSections } from "#server/domain/pages/store/writing.store.ts";

/**
 * Takes the marks away by which sections are written: a run that is under way keeps nothing more of this page. What it
 * has written stays, and a section that never had a text says why.
 */
export async function stopRegeneration(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { organizationId } = await requireOrganization(ctx, input, "artifact.write");
  const key = { organizationId, artifactId: input.artifactId };
  await ctx.db.transaction(async (tx) => {
    const page = await lockPage(tx, key);
    if (!page) throw notFound("Page");
    const rows = (await listSectionRows(tx, key)).filter((row) => row.status === "updating");
    const idsOf = (hasText: boolean) =>
      rows.filter((row) => (row.content !== "") === hasText).map((row) => row.sectionId);
    await updateSections(tx, organizationId, { sectionIds: idsOf(true), change: { status: "fresh", error: null } });
    const failed = { status: "failed" as const, error: "Writing was stopped before this section had a text." };
    await updateSections(tx, organizationId, { sectionIds: idsOf(false), change: failed });
    await updateArtifactRow(tx, key, { isUpdating: false, ...stoppedCrawl(page) });
  });
  return await getArtifact(ctx, input);
}

function stoppedCrawl({ crawlStatus, fetchedAt }: ArtifactRow): Partial<ArtifactRow> {
  if (crawlStatus !== "waiting" && crawlStatus !== "running") return {};
  if (fetchedAt !== null) return { crawlStatus: "ready" };
  return { crawlStatus: "failed", crawlError: "Reading the page was stopped." };
}
