import type { CallOf } from "@cairn/contract/endpoint";
import {
  createTopic,
  deleteTopic,
  getTopic,
  listTopics,
  refreshTopic,
  updateTopic,
} from "@cairn/contract/external-context";
import type { TopicSummary } from "@cairn/contract/external-context";
import { queryOptions, useMutation } from "@tanstack/react-query";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { call } from "#web/lib/api/call.ts";
import { endpointKey, endpointQuery } from "#web/lib/api/endpoint-query.ts";
import { queryClient } from "#web/lib/api/query-client.ts";

export type TopicInput = NonNullable<CallOf<typeof createTopic>["body"]>;
export type TopicChange = NonNullable<CallOf<typeof updateTopic>["body"]>;

/** Polling interval while a page is being fetched or indexed. */
const busyPollMs = 1_500;

/** Whether the topic is still being fetched or indexed. */
function isBusy({ crawl, isIndexed }: TopicSummary): boolean {
  return isFetching({ crawl }) || (crawl?.status !== "failed" && !isIndexed);
}

/** Whether its page is being fetched, or waits to be. */
export function isFetching({ crawl }: Pick<TopicSummary, "crawl">): boolean {
  return crawl?.status === "waiting" || crawl?.status === "running";
}

export function topicsQuery(key: ProjectKey, page: number) {
  return queryOptions({
    ...endpointQuery(listTopics, { params: key, query: { page } }),
    refetchInterval: ({ state }) => (state.data?.content.some(isBusy) ? busyPollMs : false),
  });
}

export function topicQuery(key: ProjectKey, topicId: string) {
  return queryOptions({
    ...endpointQuery(getTopic, { params: { ...key, topicId } }),
    refetchInterval: ({ state }) => (state.data && isBusy(state.data) ? busyPollMs : false),
  });
}

async function refreshTopics(): Promise<void> {
  await Promise.all(
    [listTopics, getTopic].map((endpoint) => queryClient.invalidateQueries({ queryKey: endpointKey(endpoint) })),
  );
}

export function useCreateTopic(key: ProjectKey) {
  return useMutation({
    mutationFn: (body: TopicInput) => call(createTopic, { params: key, body }),
    onSuccess: refreshTopics,
    meta: { failure: "Could not add topic" },
  });
}

export function useUpdateTopic(key: ProjectKey, topicId: string) {
  return useMutation({
    mutationFn: (body: TopicChange) => call(updateTopic, { params: { ...key, topicId }, body }),
    onSuccess: refreshTopics,
    meta: { success: "Topic updated", failure: "Could not update topic" },
  });
}

export function useRefreshTopic(key: ProjectKey, topicId: string) {
  return useMutation({
    mutationFn: () => call(refreshTopic, { params: { ...key, topicId } }),
    onSuccess: refreshTopics,
    meta: { failure: "Could not fetch the page again" },
  });
}

export function useDeleteTopic(key: ProjectKey, topicId: string) {
  return useMutation({
    mutationFn: () => call(deleteTopic, { params: { ...key, topicId } }),
    // The query of the topic itself is not refreshed, because the topic is gone.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: endpointKey(listTopics) }),
    meta: { failure: "Could not delete topic" },
  });
}

/**
 * Derives a title from a topic's path, which begins with the words of its title; used when the title itself is not
 * loaded.
 */
export function titleOfTopicPath(path: string): string {
  const words = path.slice(0, path.indexOf("/")).replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
