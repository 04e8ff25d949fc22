import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { AppError, notFound } from "@cairn/contract/errors";
import type { regenerateArtifact as endpoint } from "@cairn/contract/page-writing";

import type { Ctx } from "#server/ctx.ts";
import { requireOrganization } from "#server/domain/members/require-organization.ts";
import { getArtifact } from "#server/domain/pages/catalog/get-artifact.ts";
import { lockPage, updateArtifactRow } from "#server/domain/pages/store/artifacts.store.ts";
import { updateSections } from "#server/domain/pages/store/writing.store.ts";

import { chooseSections } from "./choose-sections.ts";

/**
 * Enqueues writing sections again, overriding earlier decisions of people about them; a page from an address is crawled
 * again. A request while they are being written joins the running one.
 */
export async function regenerateArtifact(
  ctx: Ctx,
  input: InputOf<typeof endpoint>,
): Promise<ResultOf<typeof endpoint>> {
  const { organizationId } = await requireOrganization(ctx, input, "artifact.write");
  const { artifactId } = input;
  const key = { organizationId, artifactId };
  await ctx.db.transaction(async (tx) => {
    const page = await lockPage(tx, key);
    if (!page) throw notFound("Page");
    const rows = await chooseSections(tx, key, input.sectionIds);
    const isFetching = page.crawlUrl !== null && input.sectionIds === undefined;
    if (rows.length === 0 && !isFetching && !page.isUpdating) throw nothingToDo();
    const settled = { status: "updating" as const, error: null, heldVersionId: null, heldReason: null, ...unpaused };
    await updateSections(tx, organizationId, { sectionIds: rows.map((row) => row.sectionId), change: settled });
    const isIdle = page.crawlStatus !== "running";
    await updateArtifactRow(tx, key, { isUpdating: true, ...(isFetching && isIdle ? { crawlStatus: "waiting" } : {}) });
    // Also while a run is under way: should it be lost, a second request starts another.
    if (rows.length > 0 || !isFetching) await ctx.enqueue(tx, "write-artifact", key, artifactId);
    if (isFetching) await ctx.enqueue(tx, "crawl-artifact", key, artifactId);
  });
  return await getArtifact(ctx, input);
}

const unpaused = { pausedAt: null, pausedBy: null, pausedWith: null };

function nothingToDo(): AppError {
  return new AppError("conflict", { message: "There is nothing to write: every Auto section is up to date" });
}
