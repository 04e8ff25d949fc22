import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { AppError, notFound } from "@cairn/contract/errors";
import type { updateTopic as endpoint } from "@cairn/contract/external-context";

import type { Ctx } from "#server/ctx.ts";

import { describeTopic } from "./describe-topic.ts";
import { findTopicRow, lockProject, updateTopicRow, type TopicRow } from "./external-context.store.ts";
import { refuseTooLong } from "./refuse-too-much.ts";
import { requireTopic } from "./require-topic.ts";
import { startCrawling, startIndexingTopics } from "./start-work.ts";

/** Changes the given fields. Content crawled from a former address stays until the new one was crawled. */
export async function updateTopic(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const known = await requireTopic(ctx, input, "external-context.write");
  refuseOtherMode(known, input);
  if (input.crawl && input.crawl.url !== known.url) await ctx.egress.checkUrl(input.crawl.url);
  await ctx.db.transaction(async (tx) => {
    const row = (await lockProject(tx, known)) ? await findTopicRow(tx, known) : null;
    if (!row) throw notFound("Topic");
    const { title = row.title, content = row.content } = input;
    const url = input.crawl?.url ?? row.url;
    const isNewText = title !== row.title || content !== row.content;
    const isNewAddress = url !== row.url;
    if (!isNewText && !isNewAddress) return;
    if (content !== row.content) await refuseTooLong(tx, row, content);
    await updateTopicRow(tx, row, {
      title,
      content,
      url,
      updatedAt: ctx.now(),
      ...(isNewText ? { indexedHash: null } : {}),
      ...(isNewAddress ? { crawlStatus: "waiting" as const, crawlError: null } : {}),
    });
    if (isNewText) await startIndexingTopics(ctx, tx, row);
    if (isNewAddress) await startCrawling(ctx, tx, row);
  });
  return describeTopic(await requireTopic(ctx, known, "external-context.write"));
}

function refuseOtherMode({ url }: TopicRow, { content, crawl }: InputOf<typeof endpoint>): void {
  if (url === null && crawl !== undefined) {
    throw new AppError("invalid_input", { message: "This topic was written by hand; it has no address." });
  }
  if (url !== null && content !== undefined) {
    throw new AppError("invalid_input", { message: "This topic's content comes from its address." });
  }
}
