import { getArchitecture, listServiceProposals } from "@cairn/contract/architecture";
import type { CallOf } from "@cairn/contract/endpoint";
import { indexingPollMs } from "@cairn/contract/indexing";
import { getIndexingStats, getProject } from "@cairn/contract/projects";
import { listRepositories } from "@cairn/contract/repositories";
import { createService, deleteService, listServices, reindexService, updateService } from "@cairn/contract/services";
import type { Service } from "@cairn/contract/services";
import { outcomes } from "@cairn/contract/texts";
import { queryOptions, useMutation } from "@tanstack/react-query";

import { initialSetupQuery } from "#web/features/projects/projects.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { call } from "#web/lib/api/call.ts";
import { endpointKey, endpointQuery } from "#web/lib/api/endpoint-query.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import { pollUnlessFollowed } from "#web/lib/live/followed-projects.ts";

export type ServiceInput = NonNullable<CallOf<typeof createService>["body"]>;
export type ServiceChange = NonNullable<CallOf<typeof updateService>["body"]>;

/** A product's services; polled while the code of one of them is being indexed. */
export function servicesQuery(key: ProjectKey, page = 1) {
  return queryOptions({
    ...endpointQuery(listServices, { params: key, query: { page } }),
    refetchInterval: ({ state }) =>
      state.data?.content.some(isIndexing) ? pollUnlessFollowed(key.projectId, indexingPollMs) : false,
  });
}

function isIndexing({ repository }: Service): boolean {
  const state = repository?.indexing.state;
  return state === "queued" || state === "cloning" || state === "analyzing";
}

/** A changed service affects lists, its product with its figures and, through its repository, the indexing progress. */
export async function refreshServices(key: ProjectKey): Promise<void> {
  await Promise.all([
    ...[listServices, getProject, getIndexingStats, listRepositories, getArchitecture, listServiceProposals].map(
      (endpoint) => queryClient.invalidateQueries({ queryKey: endpointKey(endpoint) }),
    ),
    queryClient.invalidateQueries({ queryKey: initialSetupQuery(key).queryKey }),
  ]);
}

export function useCreateService(key: ProjectKey) {
  return useMutation({
    mutationFn: (body: ServiceInput) => call(createService, { params: key, body }),
    onSuccess: () => refreshServices(key),
    meta: { success: "Service created", ...outcomes.serviceSave },
  });
}

export function useUpdateService(key: ProjectKey, serviceId: string) {
  return useMutation({
    mutationFn: (body: ServiceChange) => call(updateService, { params: { ...key, serviceId }, body }),
    onSuccess: () => refreshServices(key),
    meta: { success: "Service updated", ...outcomes.serviceSave },
  });
}

export function useDeleteService(key: ProjectKey) {
  return useMutation({
    mutationFn: (serviceId: string) => call(deleteService, { params: { ...key, serviceId } }),
    onSuccess: () => refreshServices(key),
    meta: { success: "Service deleted", ...outcomes.serviceDelete },
  });
}

export function useReindexService(key: ProjectKey) {
  const { mutate, ...reindex } = useReindexServices(key);
  return { ...reindex, mutate: (serviceId: string) => mutate([serviceId]) };
}

/** One service of each repository is enough. */
export function useReindexServices(key: ProjectKey) {
  return useMutation({
    mutationFn: async (serviceIds: readonly string[]) => {
      for (const serviceId of serviceIds) await call(reindexService, { params: { ...key, serviceId } });
    },
    onSettled: () => refreshServices(key),
    meta: { success: "Indexing started", failure: "Could not start indexing" },
  });
}
