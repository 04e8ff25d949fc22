import { getMcpStatus } from "@cairn/contract/mcp";
import { queryOptions } from "@tanstack/react-query";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { endpointQuery } from "#web/lib/api/endpoint-query.ts";

/** Polling interval while waiting for a first call. */
const waitingPollMs = 2_000;

/** Addresses and last calls; polled when `hasUnseenText`. */
export function mcpStatusQuery(key: ProjectKey, { isWaiting = false }: { isWaiting?: boolean } = {}) {
  return queryOptions({
    ...endpointQuery(getMcpStatus, { params: key }),
    ...(isWaiting ? { refetchInterval: waitingPollMs } : {}),
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
