import { createHash } from "node:crypto";

import type { Topic, TopicSummary } from "@cairn/contract/external-context";

import { builtAnew, type NamedTopicRow, type TopicRow } from "./external-context.store.ts";

/** A topic as the contract shows it. */
export function describeTopic(row: NamedTopicRow): Topic {
  return { ...summarizeTopic(row), content: row.content };
}

export function summarizeTopic(row: NamedTopicRow): TopicSummary {
  const { topicId, title, url, crawlStatus, crawlError, indexedHash, creator } = row;
  const fetchedAt = row.fetchedAt?.toISOString() ?? null;
  return {
    topicId,
    title,
    mode: url === null ? "manual" : "url",
    crawl: url === null ? null : { url, status: crawlStatus ?? "waiting", fetchedAt, error: crawlError },
    // Every change of a topic removes its hash.
    isIndexed: indexedHash !== null && indexedHash !== builtAnew,
    creator,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** By it the index knows whether it holds the topic's current content. */
export function hashOfTopic({ title, content }: Pick<TopicRow, "title" | "content">): string {
  return createHash("sha256").update(`${title}\n${content}`).digest("hex");
}
