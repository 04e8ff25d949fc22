import { AppError } from "@cairn/contract/errors";
import { maxTopicText } from "@cairn/contract/external-context";

import type { Ctx } from "#server/ctx.ts";

import { claimCrawl, endCrawl, lockProject, requeueCrawls, type TopicRow } from "./external-context.store.ts";
import { refuseTooLong } from "./refuse-too-much.ts";
import { startCrawling, startIndexingTopics } from "./start-work.ts";

/** Pages of one organization that are read at once. */
const lanes = 2;
/** Then other organizations have their turn. */
const pagesPerLane = 10;

/**
 * Reads the pages that wait in an organization. Jobs of one organization never run at once, so what is still marked as
 * running was cut off by a kill, and is read again. A topic that is deleted or put on another address meanwhile keeps
 * nothing of the crawl.
 */
export async function crawlTopics(ctx: Ctx, { organizationId }: { organizationId: string }): Promise<void> {
  await requeueCrawls(ctx.db, organizationId);
  const ends = await Promise.allSettled(Array.from({ length: lanes }, () => crawlSome(ctx, organizationId)));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  if (ends.some((end) => end.status === "fulfilled" && end.value === "more")) {
    await startCrawling(ctx, ctx.db, { organizationId });
  }
}

async function crawlSome(ctx: Ctx, organizationId: string): Promise<"more" | "done"> {
  for (let pages = 0; pages < pagesPerLane; pages += 1) {
    const topic = await claimCrawl(ctx.db, organizationId);
    if (!topic) return "done";
    await crawlTopic(ctx, topic);
  }
  return "more";
}

async function crawlTopic(ctx: Ctx, topic: TopicRow): Promise<void> {
  try {
    const content = await ctx.crawler.readPage(topic.url ?? "", { signal: ctx.signal });
    if (content.length > maxTopicText) throw tooLong();
    await keepContent(ctx, topic, content);
  } catch (error) {
    // Left as running: the process that takes over the job reads it again.
    if (ctx.signal.aborted) throw error;
    if (!(error instanceof AppError)) ctx.log.error({ error, topicId: topic.topicId }, "reading a page failed");
    const crawlError =
      error instanceof AppError ? error.message : "Reading the page failed because of an error in the server.";
    await endCrawl(ctx.db, topic, { crawlStatus: "failed", crawlError });
  }
}

async function keepContent(ctx: Ctx, topic: TopicRow, content: string): Promise<void> {
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    if (!(await lockProject(tx, topic))) return;
    await refuseTooLong(tx, topic, content);
    const ready = { crawlStatus: "ready" as const, crawlError: null, fetchedAt: now };
    const isNew = content !== topic.content;
    const change = isNew ? { ...ready, content, updatedAt: now, indexedHash: null } : ready;
    if ((await endCrawl(tx, topic, change)) && isNew) await startIndexingTopics(ctx, tx, topic);
  });
}

function tooLong(): AppError {
  const most = maxTopicText.toLocaleString("en");
  return new AppError("too_large", { message: `The page's text is longer than ${most} characters.` });
}
