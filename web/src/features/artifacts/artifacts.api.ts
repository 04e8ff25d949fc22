import { deleteArtifact, getArtifact, listArtifacts, searchContext } from "@cairn/contract/artifacts";
import { outcomes } from "@cairn/contract/texts";
import { queryOptions, useMutation } from "@tanstack/react-query";

import { call } from "#web/lib/call.ts";
import { endpointKey, endpointQuery } from "#web/lib/endpoint-query.ts";
import { queryClient } from "#web/lib/query-client.ts";

const updatingPollMs = 10_000;

/** Pages of an organization, or of one product of it; asked again while one of them is being written. */
export function artifactsQuery(organizationId: string, filter: { projectId?: string; serviceId?: string } = {}) {
  return queryOptions({
    ...endpointQuery(listArtifacts, { params: { organizationId }, query: filter }),
    refetchInterval: ({ state }) => (state.data?.content.some(({ isUpdating }) => isUpdating) ? updatingPollMs : false),
  });
}

/** Pages may have been written, changed or removed: every list of them is asked again. */
export async function refreshArtifacts(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: endpointKey(listArtifacts) });
}

/** Pages that hold the words of a query. */
export function searchContextQuery(organizationId: string, query: string, projectId?: string) {
  return endpointQuery(searchContext, { params: { organizationId }, query: { query, projectId, limit: 8 } });
}

/** How often a page that is being written is read again while somebody looks at it. */
const openPagePollMs = 3_000;

/** One page; asked again while it is being written. */
export function artifactQuery(organizationId: string, artifactId: string) {
  return queryOptions({
    ...endpointQuery(getArtifact, { params: { organizationId, artifactId } }),
    refetchInterval: ({ state }) => (state.data?.isUpdating ? openPagePollMs : false),
  });
}

export function useDeleteArtifact(organizationId: string) {
  return useMutation({
    mutationFn: (artifactId: string) => call(deleteArtifact, { params: { organizationId, artifactId } }),
    onSuccess: refreshArtifacts,
    meta: outcomes.artifactDelete,
  });
}
