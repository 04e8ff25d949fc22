import { z } from "zod";

import { endpoint, noContent, sixtyAnHour } from "./endpoint.ts";
import { listOf, listQuery } from "./lists.ts";
import { nameText } from "./name-text.ts";
import { projectParams } from "./project-params.ts";
import { validation } from "./texts.ts";

/** Characters of Markdown a topic may hold, typed or crawled. */
export const maxTopicText = 500_000;

export const topicModes = ["manual", "url"] as const;
export const crawlStatuses = ["waiting", "running", "ready", "failed"] as const;

/** Knowledge from outside the code: written by hand, or a page of the web turned into Markdown. */
export const topicSummarySchema = z.object({
  topicId: z.uuid(),
  title: z.string(),
  mode: z.enum(topicModes),
  /** Null for topics written by hand. */
  crawl: z
    .object({
      url: z.string(),
      status: z.enum(crawlStatuses),
      /** When the content that is there was fetched; null before the first time. */
      fetchedAt: z.iso.datetime().nullable(),
      /** Why the last crawl failed, in plain words; earlier content stays. */
      error: z.string().nullable(),
    })
    .nullable(),
  /** Whether search and answers know this content already. */
  isIndexed: z.boolean(),
  /** Null when that account is gone. */
  creator: z.object({ userId: z.uuid(), firstName: z.string().nullable(), lastName: z.string().nullable() }).nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type TopicSummary = z.infer<typeof topicSummarySchema>;

export const topicSchema = topicSummarySchema.extend({
  /** Markdown; empty before a page was fetched for the first time. */
  content: z.string(),
});
export type Topic = z.infer<typeof topicSchema>;

export const topicTitleSchema = nameText.min(2, validation.titleTooShort).max(128, validation.titleTooLong);

const contentSchema = z
  .string()
  .min(2, validation.contentTooShort)
  .max(maxTopicText, `Content can't be longer than ${maxTopicText.toLocaleString("en")} characters`);

const crawlSchema = z.object({
  // Browsers take a host with spaces for an address, and escape them.
  url: z.url({ protocol: /^https?$/, hostname: /^[^%]+$/, error: validation.urlInvalid }).max(2048),
});

const base = "/v1/organizations/:organizationId/projects/:projectId/external-context";
const inTopic = projectParams.extend({ topicId: z.uuid() });

export const listTopics = endpoint("GET", base, {
  summary: "External context of a project, newest first",
  params: projectParams,
  query: listQuery,
  response: listOf(topicSummarySchema),
});

export const newTopicSchema = z.discriminatedUnion("mode", [
  z.object({ mode: z.literal("manual"), title: topicTitleSchema, content: contentSchema }),
  z.object({ mode: z.literal("url"), title: topicTitleSchema, crawl: crawlSchema }),
]);

export const createTopic = endpoint("POST", base, {
  summary: "Add a topic, written by hand or fetched from an address",
  params: projectParams,
  body: newTopicSchema,
  response: topicSchema,
  limit: sixtyAnHour,
});

export const getTopic = endpoint("GET", `${base}/:topicId`, {
  summary: "One topic with its content",
  params: inTopic,
  response: topicSchema,
});

export const updateTopic = endpoint("PUT", `${base}/:topicId`, {
  summary: "Change a topic; another address is fetched at once",
  params: inTopic,
  body: z.object({
    title: topicTitleSchema.optional(),
    /** For topics written by hand. */
    content: contentSchema.optional(),
    /** For topics from an address. */
    crawl: crawlSchema.optional(),
  }),
  response: topicSchema,
});

export const deleteTopic = endpoint("DELETE", `${base}/:topicId`, {
  summary: "Delete a topic; search and answers no longer know it",
  params: inTopic,
  response: noContent,
});

export const refreshTopic = endpoint("POST", `${base}/:topicId/refresh`, {
  summary: "Fetch a topic's address again",
  params: inTopic,
  response: topicSchema,
  limit: sixtyAnHour,
});

/**
 * Search, answers and agents read topics as files of a repository of their own, which has the project's id as its own
 * `repositoryId`; each file holds its topic's content as it is. The path ends in the topic's id, so that a source still
 * leads to its topic after a new title.
 */
export function topicPath(topic: { topicId: string; title: string }): string {
  const words = topic.title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  // A half of the last character would come back from git as something else.
  const name = words
    .join("-")
    .slice(0, 80)
    .replace(/[\uD800-\uDBFF]$/, "");
  return `${name || "topic"}/${topic.topicId}.md`;
}

/** Null for a path that is no topic's. */
export function topicIdOfPath(path: string): string | null {
  return /^[^/]+\/([0-9a-f-]{36})\.md$/.exec(path)?.[1] ?? null;
}
