import { createHash } from "node:crypto";

import { topicSchema, topicSummarySchema, type Topic, type TopicSummary } from "@cairn/contract/external-context";

import { toEntity } from "#server/to-entity.ts";

import { builtAnew, type NamedTopicRow, type TopicRow } from "./external-context.store.ts";

/** A topic as the contract shows it. */
export function describeTopic(row: NamedTopicRow): Topic {
  return toEntity(topicSchema, { ...row, ...stateOf(row) });
}

/** A topic as lists show it, without its content. */
export function summarizeTopic(row: NamedTopicRow): TopicSummary {
  return toEntity(topicSummarySchema, { ...row, ...stateOf(row) });
}

function stateOf({ url, crawlStatus, crawlError, fetchedAt, indexedHash }: TopicRow) {
  const crawl = { status: crawlStatus ?? "waiting", fetchedAt: fetchedAt?.toISOString() ?? null, error: crawlError };
  return {
    mode: url === null ? "manual" : "url",
    crawl: url === null ? null : { url, ...crawl },
    // Every change of a topic removes its hash.
    isIndexed: indexedHash !== null && indexedHash !== builtAnew,
  } satisfies Partial<TopicSummary>;
}

/** By it the index knows whether it holds the topic's current content. */
export function hashOfTopic({ title, content }: Pick<TopicRow, "title" | "content">): string {
  return createHash("sha256").update(`${title}\n${content}`).digest("hex");
}
