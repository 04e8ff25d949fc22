import {
  getArchitecture,
  moveArchitectureNodes,
  removeArchitectureEdge,
  setArchitectureBaseline,
  setArchitectureEdge,
} from "@cairn/contract/architecture";
import type { EdgeStance, NodePosition } from "@cairn/contract/architecture";
import { useMutation } from "@tanstack/react-query";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { call } from "#web/lib/api/call.ts";
import { endpointKey, endpointQuery } from "#web/lib/api/endpoint-query.ts";
import { queryClient } from "#web/lib/api/query-client.ts";

/** Stores, queues, outside services and what connects them, with the places of all nodes. */
export function architectureQuery(key: ProjectKey) {
  return endpointQuery(getArchitecture, { params: key });
}

const refresh = () => queryClient.invalidateQueries({ queryKey: endpointKey(getArchitecture) });

interface EdgeEnds {
  sourceId: string;
  targetId: string;
}

/** Keeps places; others are told. A place that could not be kept is only lost with the window. */
export function useMoveNodes(key: ProjectKey) {
  return useMutation({
    mutationFn: (positions: { nodeId: string; position: NodePosition }[]) =>
      call(moveArchitectureNodes, { params: key, body: { positions } }),
    scope: { id: "architecture-places" },
    meta: { failure: "Could not keep where nodes stand" },
  });
}

/** Says what may be, or with null takes back what was said. */
export function useSetEdge(key: ProjectKey) {
  return useMutation({
    mutationFn: ({ stance, ...ends }: EdgeEnds & { stance: EdgeStance | null }) =>
      stance === null
        ? call(removeArchitectureEdge, { params: key, query: ends })
        : call(setArchitectureEdge, { params: key, body: { ...ends, stance } }),
    onSettled: refresh,
    meta: { failure: "Could not change the connection" },
  });
}

export function useSetBaseline(key: ProjectKey) {
  return useMutation({
    mutationFn: () => call(setArchitectureBaseline, { params: key }),
    onSettled: refresh,
    meta: { success: "What is there today is allowed", failure: "Could not allow what is there today" },
  });
}
