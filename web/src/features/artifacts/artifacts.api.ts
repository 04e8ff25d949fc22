import {
  createArtifact,
  deleteArtifact,
  getArtifact,
  listArtifacts,
  placeArtifact,
  searchContext,
  updateArtifact,
} from "@cairn/contract/artifacts";
import type { Artifact, ArtifactSummary } from "@cairn/contract/artifacts";
import type { CallOf, OutputOf } from "@cairn/contract/endpoint";
import { outcomes } from "@cairn/contract/texts";
import { queryOptions, useMutation, useQueries, useQuery } from "@tanstack/react-query";

import { call } from "#web/lib/call.ts";
import { endpointKey, endpointQuery } from "#web/lib/endpoint-query.ts";
import { pollUnlessFollowed } from "#web/lib/followed-projects.ts";
import { queryClient } from "#web/lib/query-client.ts";

import { placePage } from "./place-page.ts";
import type { PagePlace } from "./place-page.ts";

const updatingPollMs = 10_000;

/** Pages of an organization, or of one product of it; asked again while one of them is being written. */
export function artifactsQuery(
  organizationId: string,
  filter: { projectId?: string; serviceId?: string; page?: number } = {},
) {
  return queryOptions({
    ...endpointQuery(listArtifacts, { params: { organizationId }, query: filter }),
    refetchInterval: ({ state }) =>
      state.data?.content.some(({ isUpdating }) => isUpdating)
        ? pollUnlessFollowed(filter.projectId, updatingPollMs)
        : false,
  });
}

interface Pages {
  /** In their order. */
  pages: ArtifactSummary[];
  /** All of them have come. */
  isComplete: boolean;
  /** Why they have not; null while there is hope. */
  error: Error | null;
}

/** All pages of an organization: its own and those of its products. */
export function usePages(organizationId: string): Pages {
  const part = (page: number) => artifactsQuery(organizationId, { page });
  const first = useQuery(part(1)).data;
  const count = first ? Math.max(1, Math.ceil(first.total / first.limit)) : 1;
  return useQueries({
    queries: Array.from({ length: count }, (_unused, index) => part(index + 1)),
    combine: joinPages,
  });
}

function joinPages(
  results: readonly { data: OutputOf<typeof listArtifacts> | undefined; error: Error | null }[],
): Pages {
  return {
    pages: results.flatMap(({ data }) => data?.content ?? []),
    isComplete: results.every(({ data }) => data !== undefined),
    error: results.find(({ data, error }) => data === undefined && error !== null)?.error ?? null,
  };
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
const openPagePollMs = 2_000;

/** One page; asked again while it is being written or fetched from its address. */
export function artifactQuery(organizationId: string, artifactId: string) {
  return queryOptions({
    ...endpointQuery(getArtifact, { params: { organizationId, artifactId } }),
    refetchInterval: ({ state }) =>
      state.data && isBusy(state.data) ? pollUnlessFollowed(state.data.projectId, openPagePollMs) : false,
  });
}

function isBusy({ isUpdating, crawl }: Artifact): boolean {
  return isUpdating || crawl?.status === "waiting" || crawl?.status === "running";
}

/** Shows what a call answered in place of the page as it was read before, and asks for what goes with it. */
export async function showArtifact(organizationId: string, artifact: Artifact): Promise<void> {
  const { artifactId } = artifact;
  queryClient.setQueryData(endpointKey(getArtifact, { params: { organizationId, artifactId } }), artifact);
  await refreshArtifacts();
}

export function useCreateArtifact(organizationId: string) {
  return useMutation({
    mutationFn: (body: NonNullable<CallOf<typeof createArtifact>["body"]>) =>
      call(createArtifact, { params: { organizationId }, body }),
    onSuccess: (artifact) => showArtifact(organizationId, artifact),
    meta: outcomes.artifactCreate,
  });
}

export function useDeleteArtifact(organizationId: string) {
  return useMutation({
    mutationFn: (artifactId: string) => call(deleteArtifact, { params: { organizationId, artifactId } }),
    onSuccess: refreshArtifacts,
    meta: outcomes.artifactDelete,
  });
}

/** Gives a page another service, product or the whole organization. */
export function useMoveArtifact(organizationId: string) {
  return useMutation({
    mutationFn: ({ artifactId, ...body }: { artifactId: string; projectId: string | null; serviceId: string | null }) =>
      call(updateArtifact, { params: { organizationId, artifactId }, body }),
    onSuccess: (artifact) => showArtifact(organizationId, artifact),
    meta: { failure: "Could not move the page" },
  });
}

/** Puts a page elsewhere among the others; shown at once, and taken back where the server refuses. */
export function usePlaceArtifact(organizationId: string) {
  type Pages = OutputOf<typeof listArtifacts>;
  const lists = { queryKey: endpointKey(listArtifacts) };
  return useMutation({
    mutationFn: ({ artifactId, ...body }: PagePlace) =>
      call(placeArtifact, { params: { organizationId, artifactId }, body }),
    onMutate: async (place) => {
      await queryClient.cancelQueries(lists);
      const before = queryClient.getQueriesData<Pages>(lists);
      queryClient.setQueriesData<Pages>(
        lists,
        (pages) => pages && { ...pages, content: placePage(pages.content, place) },
      );
      return before;
    },
    onError: (_error, _place, before) => {
      for (const [key, pages] of before ?? []) queryClient.setQueryData(key, pages);
    },
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: endpointKey(getArtifact) });
      await refreshArtifacts();
    },
    meta: { failure: "Could not move the page" },
  });
}
