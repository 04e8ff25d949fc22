import type { Ctx } from "#server/ctx.ts";
import { closeRevision } from "#server/domain/pages/history/close-revision.ts";
import {
  lockPage,
  updateArtifactRow,
  type ArtifactRow,
  type SectionRow,
} from "#server/domain/pages/store/artifacts.store.ts";
import { listDueSections, updateSections, wasRenamed } from "#server/domain/pages/store/writing.store.ts";

import { openPageTexts } from "./page-texts.ts";
import type { PageWork } from "./page-work.ts";
import { templateOf } from "./plan-of-page.ts";
import { rewriteSection } from "./rewrite-section.ts";
import { trySectionTemplate } from "./try-section-template.ts";
import type { WritingRun } from "./writing-run.ts";

/**
 * Writes what is due on one page, section by section, each in a transaction of its own, and closes one revision for all
 * of it. A page on which nothing is due and for which the code has nothing new is not touched at all.
 */
export async function writePage(ctx: Ctx, run: WritingRun, work: PageWork): Promise<void> {
  const { page, plan, subject } = work;
  let hasKept = page.isUpdating;
  const rows = work.isDue ? await begin(ctx, work) : [];
  const texts = run.model === null ? null : await openPageTexts(ctx, run, { work, rows });
  for (const row of rows) {
    ctx.signal.throwIfAborted();
    const isStale = work.staleIds.has(row.sectionId);
    const kept = await rewriteSection(ctx, { row, subject, template: templateOf(row, plan), isStale }, texts);
    hasKept ||= kept || row.status === "updating";
  }
  for (const template of work.absent) {
    ctx.signal.throwIfAborted();
    if (plan) hasKept = (await trySectionTemplate(ctx, { page, template, plan }, texts)) || hasKept;
  }
  const title = await findNewTitle(ctx, work);
  if (hasKept || title !== null) await end(ctx, page, title);
}

/**
 * The sections that are really about to be written, marked so; their former texts stay readable. One that failed before
 * is tried again without a word: nothing changes where it fails again.
 */
async function begin(ctx: Ctx, { page, due }: PageWork): Promise<SectionRow[]> {
  return await ctx.db.transaction(async (tx) => {
    const current = await lockPage(tx, page);
    if (!current) return [];
    const pages = { organizationId: page.organizationId, artifactIds: [page.artifactId] };
    const rows = await listDueSections(tx, pages, due);
    const fresh = rows.filter((row) => row.status === "fresh");
    const marked = { status: "updating" as const, error: null };
    const sectionIds = fresh.map((row) => row.sectionId);
    if (fresh.length > 0) await updateSections(tx, page.organizationId, { sectionIds, change: marked });
    const isBegun = rows.some((row) => row.status !== "failed");
    if (isBegun && !current.isUpdating) await updateArtifactRow(tx, page, { isUpdating: true });
    return rows.map((row) => (row.status === "fresh" ? { ...row, ...marked } : row));
  });
}

/** A service's page is called as the service is, until a person calls it something else; null when nothing changes. */
async function findNewTitle(ctx: Ctx, { page, plan }: PageWork): Promise<string | null> {
  if (plan?.plan !== "service" || plan.title === page.title) return null;
  return (await wasRenamed(ctx.db, page)) ? null : plan.title;
}

/** Requests made while this run was under way have their own run. */
async function end(ctx: Ctx, { organizationId, artifactId }: ArtifactRow, title: string | null): Promise<void> {
  const key = { organizationId, artifactId };
  await ctx.db.transaction(async (tx) => {
    const page = await lockPage(tx, key);
    if (!page) return;
    if (title !== null) await updateArtifactRow(tx, key, { title });
    await closeRevision(ctx, tx, key, { cause: "written", createdBy: null });
    const pages = { organizationId, artifactIds: [artifactId] };
    const waiting = await listDueSections(tx, pages, { statuses: ["updating"], sectionIds: [] });
    const isCrawling = page.crawlStatus === "waiting" || page.crawlStatus === "running";
    if (waiting.length > 0) await ctx.enqueue(tx, "write-artifact", key, artifactId);
    else if (page.isUpdating && !isCrawling) await updateArtifactRow(tx, key, { isUpdating: false });
  });
}
