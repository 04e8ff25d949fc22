import type { Topic } from "@cairn/contract/external-context";

import { sampleId } from "./sample.ts";

type Crawl = NonNullable<Topic["crawl"]>;

/** A topic written by hand, by number: known to search already. */
export function makeTopic(number: number, change: Partial<Topic> = {}): Topic {
  return {
    topicId: sampleId(number),
    title: "Words of the harbour",
    mode: "manual",
    crawl: null,
    isIndexed: true,
    creator: { userId: sampleId(), firstName: "Ada", lastName: "Lovelace" },
    createdAt: "2026-03-02T09:30:00.000Z",
    updatedAt: "2026-03-02T09:30:00.000Z",
    content: "A **berth** is a mooring.",
    ...change,
  };
}

/** A page of the web, by number: fetched, unless `crawl` says otherwise. */
export function makeWebTopic(
  number: number,
  change: Partial<Omit<Topic, "crawl">> & { crawl?: Partial<Crawl> } = {},
): Topic {
  const url = "https://harbour.example.com/tides";
  const crawl: Crawl = { url, status: "ready", fetchedAt: "2026-03-02T09:30:00.000Z", error: null, ...change.crawl };
  return makeTopic(number, { title: "Tide tables", mode: "url", content: "High water at six.", ...change, crawl });
}
