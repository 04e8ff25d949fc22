import type { CallOf, OutputOf } from "@cairn/contract/endpoint";
import {
  createArtifact,
  deleteArtifact,
  getArtifact,
  listArtifacts,
  placeArtifact,
  searchContext,
  updateArtifact,
} from "@cairn/contract/pages";
import type { Artifact, ArtifactSummary } from "@cairn/contract/pages";
import { outcomes } from "@cairn/contract/texts";
import { queryOptions, useMutation, useQueries, useQuery } from "@tanstack/react-query";

import { call } from "#web/lib/api/call.ts";
import { endpointKey, endpointQuery } from "#web/lib/api/endpoint-query.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import { pollUnlessFollowed } from "#web/lib/live/followed-projects.ts";

import { movePage } from "./page-position.ts";
import type { PagePosition } from "./page-position.ts";

const updatingPollMs = 10_000;

/** Pages of an organization, or of one of its products; fetched again while one of them is being written. */
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

interface AllPages {
  /** In the order of the server. */
  pages: ArtifactSummary[];
  /** All of them are loaded. */
  isComplete: boolean;
  /** Why some could not be loaded; null otherwise. */
  error: Error | null;
}

/** All pages of an organization: its own and those of its products. */
export function usePages(organizationId: string): AllPages {
  const part = (page: number) => artifactsQuery(organizationId, { page });
  const first = useQuery(part(1)).data;
  const count = first ? Math.max(1, Math.ceil(first.total / first.limit)) : 1;
  return useQueries({
    queries: Array.from({ length: count }, (_unused, index) => part(index + 1)),
    combine: combinePages,
  });
}

function combinePages(
  results: readonly { data: OutputOf<typeof listArtifacts> | undefined; error: Error | null }[],
): AllPages {
  return {
    pages: results.flatMap(({ data }) => data?.content ?? []),
    isComplete: results.every(({ data }) => data !== undefined),
    error: results.find(({ data, error }) => data === undefined && error !== null)?.error ?? null,
  };
}

/** Fetches every list of pages again, after one may have been created, changed or removed. */
export async function refreshArtifacts(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: endpointKey(listArtifacts) });
}

/** Pages that contain the words of a query. */
export function searchContextQuery(organizationId: string, query: string, projectId?: string) {
  return endpointQuery(searchContext, { params: { organizationId }, query: { query, projectId, limit: 8 } });
}

/** How often an open page is fetched while it is being written. */
const openPagePollMs = 2_000;

/** One page; fetched again while it is being written or crawled from its address. */
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

/** Puts the page that a call returned into the cache, and fetches the lists again. */
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

/** Assigns a page to another service, to the product or to the whole organization. */
export function useMoveArtifact(organizationId: string) {
  return useMutation({
    mutationFn: ({ artifactId, ...body }: { artifactId: string; projectId: string | null; serviceId: string | null }) =>
      call(updateArtifact, { params: { organizationId, artifactId }, body }),
    onSuccess: (artifact) => showArtifact(organizationId, artifact),
    meta: { failure: "Could not move the page" },
  });
}

/** Changes a page's parent or its order among its siblings; shown at once, and reverted where the server refuses. */
export function useRepositionArtifact(organizationId: string) {
  type Pages = OutputOf<typeof listArtifacts>;
  const lists = { queryKey: endpointKey(listArtifacts) };
  return useMutation({
    mutationFn: ({ artifactId, ...body }: PagePosition) =>
      call(placeArtifact, { params: { organizationId, artifactId }, body }),
    onMutate: async (position) => {
      await queryClient.cancelQueries(lists);
      const before = queryClient.getQueriesData<Pages>(lists);
      queryClient.setQueriesData<Pages>(
        lists,
        (pages) => pages && { ...pages, content: movePage(pages.content, position) },
      );
      return before;
    },
    onError: (_error, _position, before) => {
      for (const [key, pages] of before ?? []) queryClient.setQueryData(key, pages);
    },
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: endpointKey(getArtifact) });
      await refreshArtifacts();
    },
    meta: { failure: "Could not move the page" },
  });
}
