import { listChats } from "@cairn/contract/chat";
import { useInfiniteQuery } from "@tanstack/react-query";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { call } from "#web/lib/api/call.ts";
import { endpointKey } from "#web/lib/api/endpoint-query.ts";
import { hasSession } from "#web/lib/auth/session.ts";

/** How often the list is fetched while an answer is written that this tab may not receive. */
const streamingPollMs = 3_000;

/** The user's chats about a product, newest first, a page at a time. */
export function useChatPages({ organizationId, projectId }: ProjectKey) {
  const input = { params: {}, query: { organizationId, projectId } };
  return useInfiniteQuery({
    queryKey: [...endpointKey(listChats, input), "pages"],
    queryFn: ({ pageParam, signal }) =>
      call(listChats, { ...input, query: { ...input.query, page: pageParam } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, limit, total }) => (page * limit < total ? page + 1 : undefined),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ content }) => content.some(({ isStreaming }) => isStreaming)) ? streamingPollMs : false,
    enabled: hasSession,
  });
}
