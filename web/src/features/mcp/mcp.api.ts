import { getMcpStatus, switchAgentWriting } from "@cairn/contract/mcp";
import { queryOptions, useMutation } from "@tanstack/react-query";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { call } from "#web/lib/api/call.ts";
import { endpointKey, endpointQuery } from "#web/lib/api/endpoint-query.ts";
import { queryClient } from "#web/lib/api/query-client.ts";

/** Polling interval while waiting for a first call. */
const waitingPollMs = 2_000;

/** Addresses and last calls; polled when `hasUnseenText`. */
export function mcpStatusQuery(key: ProjectKey, { isWaiting = false }: { isWaiting?: boolean } = {}) {
  return queryOptions({
    ...endpointQuery(getMcpStatus, { params: key }),
    ...(isWaiting ? { refetchInterval: waitingPollMs } : {}),
  });
}

/** Lets agents change the product's tasks, or ends that. */
export function useSwitchAgentWriting(key: ProjectKey) {
  return useMutation({
    mutationFn: (isOn: boolean) => call(switchAgentWriting, { params: key, body: { isOn } }),
    // Also after a refusal: somebody else may have switched it.
    onSettled: () => queryClient.invalidateQueries({ queryKey: endpointKey(getMcpStatus) }),
    meta: { failure: "Could not switch it" },
  });
}

/**
 * Whether agents on this machine can reach the address. It fetches the public metadata, which needs no key, and throws
 * an error whose message may be shown.
 */
export function mcpReachQuery(url: string) {
  return queryOptions({
    queryKey: ["mcp-reach", url],
    queryFn: async ({ signal }) => {
      const { origin, pathname } = new URL(url);
      const response = await fetch(`${origin}/.well-known/oauth-protected-resource${pathname}`, { signal }).catch(
        () => {
          throw new Error(`${url} does not answer`);
        },
      );
      if (!response.ok) throw new Error(`${url} answered with status ${response.status}`);
      return true;
    },
    retry: false,
  });
}
