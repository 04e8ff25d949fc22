import type { CallOf } from "@cairn/contract/endpoint";
import { indexingPollMs } from "@cairn/contract/indexing";
import type { MergeMethod, MergePath } from "@cairn/contract/merge-methods";
import {
  createProject,
  deleteProject,
  finishInitialSetup,
  getIndexingStats,
  getInitialSetup,
  getProject,
  listProjects,
  projectExists,
  resetProjectContext,
  updateProject,
} from "@cairn/contract/projects";
import type { Project } from "@cairn/contract/projects";
import { outcomes } from "@cairn/contract/texts";
import { queryOptions, useMutation } from "@tanstack/react-query";

import { call } from "#web/lib/api/call.ts";
import { endpointKey, endpointQuery } from "#web/lib/api/endpoint-query.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import { pollUnlessFollowed } from "#web/lib/live/followed-projects.ts";

import { isIndexing } from "./index-progress.ts";

export interface ProjectKey {
  organizationId: string;
  projectId: string;
}

/** An organization's products; polled while one of them is being indexed. */
export function projectsQuery(organizationId: string, page = 1) {
  return queryOptions({
    ...endpointQuery(listProjects, { params: { organizationId }, query: { page } }),
    refetchInterval: ({ state }) => (state.data?.content.some(isIndexing) ? indexingPollMs : false),
  });
}

/** One product by slugs or ids; polled while it is being indexed, unless its changes are followed on the socket. */
export function projectQuery(key: ProjectKey) {
  return queryOptions({
    ...endpointQuery(getProject, { params: key }),
    refetchInterval: ({ state }) =>
      state.data && isIndexing(state.data) ? pollUnlessFollowed(key.projectId, indexingPollMs) : false,
  });
}

export function indexingStatsQuery(key: ProjectKey) {
  return endpointQuery(getIndexingStats, { params: key });
}

/** Progress of setup and indexing; polled while something runs. */
export function initialSetupQuery(key: ProjectKey) {
  return queryOptions({
    ...endpointQuery(getInitialSetup, { params: key }),
    staleTime: indexingPollMs,
    refetchInterval: ({ state }) =>
      state.data && state.data.progress < 100 ? pollUnlessFollowed(key.projectId, indexingPollMs) : false,
  });
}

/** Invalidates all product queries: lists, the product, its setup and its statistics. */
export async function refreshProjects(): Promise<void> {
  await Promise.all(
    [listProjects, getProject, getInitialSetup, getIndexingStats].map((endpoint) =>
      queryClient.invalidateQueries({ queryKey: endpointKey(endpoint) }),
    ),
  );
}

/** Whether a slug is taken already in an organization. */
export function projectExistsQuery(key: ProjectKey) {
  return endpointQuery(projectExists, { params: key });
}

/** The form tells what is refused. */
export function useCreateProject(organizationId: string) {
  return useMutation({
    mutationFn: (body: NonNullable<CallOf<typeof createProject>["body"]>) =>
      call(createProject, { params: { organizationId }, body }),
    onSuccess: refreshProjects,
  });
}

export function useUpdateProjectName(key: ProjectKey) {
  return useMutation({
    mutationFn: (body: { name: string }) => call(updateProject, { params: key, body }),
    onSuccess: refreshProjects,
    meta: outcomes.productName,
  });
}

/** The old slug is invalid afterwards, so `onMoved` must navigate to the new address before queries are refreshed. */
export function useUpdateProjectSlug(key: ProjectKey, onMoved: (project: Project) => Promise<void>) {
  return useMutation({
    mutationFn: (body: { slug: string }) => call(updateProject, { params: key, body }),
    onSuccess: async (project) => {
      queryClient.setQueryData(projectQuery({ ...key, projectId: project.slug }).queryKey, project);
      await onMoved(project);
      await refreshProjects();
    },
    meta: outcomes.productSlug,
  });
}

/** How changes are merged, and whether at once. */
export function useUpdateMerging(key: ProjectKey) {
  return useMutation({
    mutationFn: (merging: { mergeMethod?: MergeMethod; mergePath?: MergePath }) =>
      call(updateProject, { params: key, body: merging }),
    onSuccess: refreshProjects,
    meta: { failure: "Could not change how changes are merged" },
  });
}

/** `onDeleted` must navigate away before the lists are refreshed. */
export function useDeleteProject(key: ProjectKey, onDeleted: () => Promise<void>) {
  return useMutation({
    mutationFn: () => call(deleteProject, { params: key }),
    onSuccess: async () => {
      await onDeleted();
      await queryClient.invalidateQueries({ queryKey: endpointKey(listProjects) });
    },
    meta: { success: "Product deleted", ...outcomes.productDelete },
  });
}

/** Deletes a product that was made for a repository which is not there. False where it had to stay. */
export async function takeBackProject(key: ProjectKey): Promise<boolean> {
  const isGone = await call(deleteProject, { params: key }).then(
    () => true,
    () => false,
  );
  await refreshProjects();
  return isGone;
}

/** All data of the product is outdated afterwards. */
export function useResetProject(key: ProjectKey) {
  return useMutation({
    mutationFn: () => call(resetProjectContext, { params: key }),
    onSuccess: () => queryClient.invalidateQueries(),
    meta: outcomes.productReset,
  });
}

export function useFinishSetup(key: ProjectKey) {
  return useMutation({
    mutationFn: (isSkipped: boolean) =>
      call(finishInitialSetup, { params: key, body: isSkipped ? { skip: true } : {} }),
    onSuccess: refreshProjects,
    meta: { failure: "Could not finish the setup" },
  });
}
