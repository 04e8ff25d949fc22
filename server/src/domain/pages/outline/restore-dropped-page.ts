import type { InputOf, OutputOf } from "@cairn/contract/endpoint";
import { AppError, notFound } from "@cairn/contract/errors";
import type { restoreDroppedPage as endpoint } from "@cairn/contract/page-outline";

import type { Ctx } from "#server/ctx.ts";
import { writePageSources } from "#server/domain/ledger/write-page-sources.ts";
import { requireOrganization } from "#server/domain/members/require-organization.ts";
import { lockTrees } from "#server/domain/pages/catalog/move-page.ts";
import { summarizePages } from "#server/domain/pages/catalog/summarize-pages.ts";
import { insertPageRows, isPlanTaken, takeDroppedRow } from "#server/domain/pages/store/outline.store.ts";
import { isInTree, listSiblings, placePages } from "#server/domain/pages/store/tree.store.ts";
import { startPages } from "#server/domain/pages/writing/start-pages.ts";
import type { Db } from "#server/platform/db/open-db.ts";

import { citingSectionsOf, reviveKeptPage, type KeptPage } from "./kept-page.ts";

/**
 * Takes a dropped page back as it was, at its place as far as that is there. Lines that its sections cite are followed to
 * where the code is now, so that what changed meanwhile is written anew like anywhere else.
 */
export async function restoreDroppedPage(
  ctx: Ctx,
  input: InputOf<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const { organizationId } = await requireOrganization(ctx, input, "artifact.write");
  const artifactId = await ctx.db.transaction(async (tx) => {
    const row = await takeDroppedRow(tx, { organizationId, droppedPageId: input.droppedPageId });
    if (!row) throw notFound("Dropped page");
    await lockTrees(tx, [row]);
    const { plan, title } = row;
    if (plan !== null && (await isPlanTaken(tx, { ...row, plan })))
      throw new AppError("conflict", {
        message: `“${title}” was written again meanwhile. Drop or delete that page first.`,
      });
    const kept = reviveKeptPage(row.kept);
    await insertKept(ctx, tx, kept);
    await resumeKept(ctx, tx, kept.page);
    if (row.projectId !== null) await startPages(ctx, tx, { organizationId, projectId: row.projectId });
    return kept.page.artifactId;
  });
  const [summary] = await summarizePages(ctx, organizationId, [artifactId]);
  if (!summary) throw notFound("Page");
  return summary;
}

async function insertKept(ctx: Ctx, tx: Db, kept: KeptPage): Promise<void> {
  const { organizationId, artifactId, projectId = null, serviceId = null, position = 0 } = kept.page;
  const owner = { organizationId, projectId, serviceId };
  const former = kept.page.parentArtifactId ?? null;
  const parentArtifactId = former !== null && (await isInTree(tx, owner, former)) ? former : null;
  const siblings = (await listSiblings(tx, owner, parentArtifactId)).map((one) => one.artifactId);
  const crawlStatus = isCrawling(kept.page) ? ("waiting" as const) : kept.page.crawlStatus;
  await insertPageRows(tx, { ...kept, page: { ...kept.page, parentArtifactId, crawlStatus } });
  await placePages(tx, organizationId, parentArtifactId, siblings.toSpliced(position, 0, artifactId));
  await writePageSources(ctx, tx, { organizationId, artifactId }, citingSectionsOf(kept));
}

/** What was under way when it was dropped ended with it, so that it is put in line again; a planned page has its product's run. */
async function resumeKept(ctx: Ctx, tx: Db, page: KeptPage["page"]): Promise<void> {
  const { organizationId, artifactId } = page;
  const key = { organizationId, artifactId };
  const hasRun = Boolean(page.plan) && Boolean(page.projectId);
  if (isCrawling(page)) await ctx.enqueue(tx, "crawl-artifact", key, artifactId);
  else if (page.isUpdating === true && !hasRun) await ctx.enqueue(tx, "write-artifact", key, artifactId);
}

function isCrawling({ crawlStatus }: KeptPage["page"]): boolean {
  return crawlStatus === "waiting" || crawlStatus === "running";
}
