import { indexingPollMs } from "@cairn/contract/indexing";
import {
  createProject,
  deleteProject,
  finishInitialSetup,
  getIndexingStats,
  getInitialSetup,
  getProject,
  listProjects,
  updateProject,
  updateProjectData,
} from "@cairn/contract/projects";
import { queryOptions, useMutation } from "@tanstack/react-query";

import { call } from "#web/lib/call.ts";
import { endpointKey, endpointQuery } from "#web/lib/endpoint-query.ts";
import { queryClient } from "#web/lib/query-client.ts";

import { isIndexing } from "./index-progress.ts";

export interface ProjectKey {
  organizationId: string;
  projectId: string;
}

/** An organization's products; asked again while one of them is being indexed. */
export function projectsQuery(organizationId: string, page = 1) {
  return queryOptions({
    ...endpointQuery(listProjects, { params: { organizationId }, query: { page } }),
    refetchInterval: ({ state }) => (state.data?.content.some(isIndexing) ? indexingPollMs : false),
  });
}

/** One product by slugs or ids; asked again while it is being indexed. */
export function projectQuery(key: ProjectKey) {
  return queryOptions({
    ...endpointQuery(getProject, { params: key }),
    refetchInterval: ({ state }) => (state.data && isIndexing(state.data) ? indexingPollMs : false),
  });
}

export function indexingStatsQuery(key: ProjectKey) {
  return endpointQuery(getIndexingStats, { params: key });
}

/** How far set-up and indexing are; asked again every ten seconds while something runs. */
export function initialSetupQuery(key: ProjectKey) {
  return queryOptions({
    ...endpointQuery(getInitialSetup, { params: key }),
    staleTime: indexingPollMs,
    refetchInterval: ({ state }) => (state.data && state.data.progress < 100 ? indexingPollMs : false),
  });
}

/** Everything about products is asked again; lists, the product itself, its set-up and its figures. */
export async function refreshProjects(): Promise<void> {
  await Promise.all(
    [listProjects, getProject, getInitialSetup, getIndexingStats].map((endpoint) =>
      queryClient.invalidateQueries({ queryKey: endpointKey(endpoint) }),
    ),
  );
}

export function useCreateProject(organizationId: string) {
  return useMutation({
    mutationFn: (body: { name: string; slug?: string }) => call(createProject, { params: { organizationId }, body }),
    onSuccess: refreshProjects,
    meta: { failure: "Could not create product" },
  });
}

export function useUpdateProjectName(key: ProjectKey) {
  return useMutation({
    mutationFn: (body: { name: string }) => call(updateProject, { params: key, body }),
    onSuccess: refreshProjects,
    meta: { success: "Product name updated", failure: "Could not update product name" },
  });
}

/** The caller moves to the address with the new slug. */
export function useUpdateProjectSlug(key: ProjectKey) {
  return useMutation({
    mutationFn: (body: { slug: string }) => call(updateProject, { params: key, body }),
    onSuccess: refreshProjects,
    meta: { success: "Product slug updated", failure: "Could not update product slug" },
  });
}

export function useUpdateProjectDescription(key: ProjectKey) {
  return useMutation({
    mutationFn: (body: { description: string }) => call(updateProjectData, { params: key, body }),
    onSuccess: refreshProjects,
    meta: { success: "Description updated", failure: "Could not update project description" },
  });
}

export function useDeleteProject(key: ProjectKey) {
  return useMutation({
    mutationFn: () => call(deleteProject, { params: key }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: endpointKey(listProjects) }),
    meta: { success: "Product deleted", failure: "Product could not be deleted" },
  });
}

export function useFinishSetup(key: ProjectKey) {
  return useMutation({
    mutationFn: () => call(finishInitialSetup, { params: key }),
    onSuccess: refreshProjects,
    meta: { failure: "Could not finish the setup" },
  });
}
