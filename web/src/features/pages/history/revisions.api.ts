import { getRevision, listRevisions, restoreRevision } from "@cairn/contract/page-history";
import { infiniteQueryOptions, queryOptions, useMutation } from "@tanstack/react-query";

import { showArtifact } from "#web/features/pages/api/artifacts.api.ts";
import { call } from "#web/lib/api/call.ts";
import { endpointKey, endpointQuery } from "#web/lib/api/endpoint-query.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import { hasSession } from "#web/lib/auth/session.ts";

const revisionsPerPage = 50;

/** The history of a page, newest first, some of it at a time. It changes with every revision of the page. */
export function revisionsQuery(organizationId: string, artifactId: string) {
  const input = { params: { organizationId, artifactId }, query: { limit: revisionsPerPage } };
  return infiniteQueryOptions({
    queryKey: endpointKey(listRevisions, input),
    queryFn: ({ pageParam, signal }) =>
      call(listRevisions, { ...input, query: { ...input.query, page: pageParam } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, limit, total }) => (page * limit < total ? page + 1 : undefined),
    enabled: hasSession,
    staleTime: 0,
  });
}

/** A page as it was; that never changes. */
export function revisionQuery(organizationId: string, artifactId: string, revision: number) {
  return queryOptions({
    ...endpointQuery(getRevision, { params: { organizationId, artifactId, revision } }),
    staleTime: Infinity,
  });
}

export function useRestoreRevision(organizationId: string, artifactId: string) {
  return useMutation({
    mutationFn: (revision: number) => call(restoreRevision, { params: { organizationId, artifactId, revision } }),
    onSuccess: async (artifact) => {
      await queryClient.invalidateQueries({ queryKey: endpointKey(listRevisions) });
      await showArtifact(organizationId, artifact);
    },
    meta: { failure: "Could not restore this state", success: "Restored as a new revision" },
  });
}
