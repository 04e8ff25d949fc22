import { AppError } from "@cairn/contract/errors";
import { maxSectionContent } from "@cairn/contract/page-sections";

import type { Ctx } from "#server/ctx.ts";
import { closeRevision } from "#server/domain/pages/history/close-revision.ts";
import { saveSections, type SectionSave } from "#server/domain/pages/sections/save-section.ts";
import { positionStep } from "#server/domain/pages/sections/section-places.ts";
import { splitArticle, type ArticlePart } from "#server/domain/pages/sections/split-article.ts";
import {
  listSectionRows,
  lockPage,
  updateArtifactRow,
  type ArtifactRow,
  type SectionRow,
} from "#server/domain/pages/store/artifacts.store.ts";
import { deleteSectionRows, moveSectionRows } from "#server/domain/pages/store/sections.store.ts";
import type { Db } from "#server/platform/db/open-db.ts";

/** The template key of sections from the page's address. Those that people add are left alone. */
const crawled = "crawl";

/**
 * Reads a page's address and makes its static sections of the text; read again, what stood there is a former revision.
 * A page that is deleted or stopped meanwhile keeps nothing of it. Safe to repeat.
 */
export async function crawlArtifact(ctx: Ctx, input: { organizationId: string; artifactId: string }): Promise<void> {
  const page = await begin(ctx, input);
  if (!page) return;
  try {
    const text = await ctx.crawler.readPage(page.crawlUrl ?? "", { signal: ctx.signal });
    const parts = splitArticle(text, page.title);
    if (parts.some(({ content }) => content.length > maxSectionContent)) throw tooLong();
    await end(ctx, page, { parts });
  } catch (error) {
    // Left as running: the process that takes over the job reads it again.
    ctx.signal.throwIfAborted();
    const { artifactId } = page;
    if (!(error instanceof AppError)) ctx.log.error({ error, artifactId }, "reading a page's address failed");
    const crawlError =
      error instanceof AppError ? error.message : "Reading the page failed because of an error in the server.";
    await end(ctx, page, { crawlError });
  }
}

/** Jobs of one page never run at once, so what is marked as running was cut off by a kill. */
async function begin(ctx: Ctx, key: { organizationId: string; artifactId: string }): Promise<ArtifactRow | null> {
  return await ctx.db.transaction(async (tx) => {
    const page = await lockPage(tx, key);
    if (!page || !isCrawling(page)) return null;
    await updateArtifactRow(tx, page, { crawlStatus: "running", isUpdating: true });
    return page;
  });
}

function isCrawling({ crawlStatus }: ArtifactRow): boolean {
  return crawlStatus === "waiting" || crawlStatus === "running";
}

async function end(
  ctx: Ctx,
  { organizationId, artifactId, crawlUrl }: ArtifactRow,
  result: { parts: readonly ArticlePart[] } | { crawlError: string },
): Promise<void> {
  const key = { organizationId, artifactId };
  await ctx.db.transaction(async (tx) => {
    const page = await lockPage(tx, key);
    if (!page || !isCrawling(page) || page.crawlUrl !== crawlUrl) return;
    const rows = await listSectionRows(tx, key);
    if ("parts" in result) {
      await keepParts(ctx, tx, key, { rows, parts: result.parts });
      await closeRevision(ctx, tx, key, { cause: "written", createdBy: null });
      await updateArtifactRow(tx, key, { crawlStatus: "ready", crawlError: null, fetchedAt: ctx.now() });
    } else await updateArtifactRow(tx, key, { crawlStatus: "failed", crawlError: result.crawlError });
    // Auto sections that people added may be in line too.
    const isWaiting = rows.some((row) => row.status === "updating");
    if (isWaiting) await ctx.enqueue(tx, "write-artifact", key, artifactId);
    else await updateArtifactRow(tx, key, { isUpdating: false });
  });
}

/** Existing parts keep their ids, matched by title, so that links to them and their history stay valid. */
async function keepParts(
  ctx: Ctx,
  tx: Db,
  key: { organizationId: string; artifactId: string },
  { rows, parts }: { rows: readonly SectionRow[]; parts: readonly ArticlePart[] },
): Promise<void> {
  const free = rows.filter((row) => row.templateKey === crawled);
  const located = parts.map((part) => {
    const at = free.findIndex((row) => row.title === part.title);
    const [former] = at === -1 ? [] : free.splice(at, 1);
    return { part, former, sectionId: former?.sectionId ?? ctx.newId() };
  });
  await deleteSectionRows(
    tx,
    key,
    free.map((row) => row.sectionId),
  );
  const behindAll = (rows.at(-1)?.position ?? 0) + positionStep;
  const saves = located.flatMap(({ part, former, sectionId }, at): SectionSave[] => {
    if (former?.content === part.content && former.prompt === null) return [];
    const text = { ...part, ...asStatic, templateKey: crawled };
    return [{ sectionId, position: behindAll + at, text, status: "fresh", keepsSources: false, pausedAt: null }];
  });
  await saveSections(ctx, tx, key, saves);
  const isSameOrder = free.length === 0 && located.every(({ former }) => former !== undefined);
  if (isSameOrder) return;
  const own = rows.filter((row) => row.templateKey !== crawled).map((row) => row.sectionId);
  const order = [...located.map(({ sectionId }) => sectionId), ...own];
  await moveSectionRows(
    tx,
    key,
    order.map((sectionId, at) => ({ sectionId, position: (at + 1) * positionStep })),
  );
}

const asStatic = {
  prompt: null,
  output: "markdown" as const,
  sources: [],
  commit: null,
  generatedAt: null,
  writtenBy: null,
};

function tooLong(): AppError {
  const most = maxSectionContent.toLocaleString("en");
  return new AppError("too_large", { message: `The page's text is longer than ${most} characters.` });
}
