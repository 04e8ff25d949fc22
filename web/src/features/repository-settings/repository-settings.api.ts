import { listBranches } from "@cairn/contract/code-browsing";
import type { CallOf } from "@cairn/contract/endpoint";
import { getInitialSetup, getProject } from "@cairn/contract/projects";
import {
  createWebhook,
  deleteRepository,
  forgetHostKeys,
  getRepository,
  listRepositories,
  updateMainBranch,
  updateRepository,
} from "@cairn/contract/repositories";
import { createRepositoryKey, deleteRepositoryKey, listRepositoryKeys } from "@cairn/contract/repository-keys";
import { listServices } from "@cairn/contract/services";
import { outcomes } from "@cairn/contract/texts";
import { useMutation } from "@tanstack/react-query";

import type { RepositoryKey } from "#web/features/repositories/repositories.api.ts";
import { call } from "#web/lib/api/call.ts";
import { endpointKey, endpointQuery } from "#web/lib/api/endpoint-query.ts";
import { queryClient } from "#web/lib/api/query-client.ts";

export type RepositoryChange = NonNullable<CallOf<typeof updateRepository>["body"]>;
export type RepositoryKeyInput = NonNullable<CallOf<typeof createRepositoryKey>["body"]>;

/** A changed repository affects its own screens, its product and the services that use it. */
async function refreshRepositories(): Promise<void> {
  await Promise.all(
    [getRepository, listRepositories, listBranches, getProject, listServices, getInitialSetup].map((endpoint) =>
      queryClient.invalidateQueries({ queryKey: endpointKey(endpoint) }),
    ),
  );
}

export function useUpdateMainBranch(key: RepositoryKey) {
  return useMutation({
    mutationFn: (mainBranch: string) => call(updateMainBranch, { params: key, body: { mainBranch } }),
    onSuccess: refreshRepositories,
    meta: { success: "Main branch updated", failure: "Could not update main branch" },
  });
}

export function useProtectRepository(key: RepositoryKey) {
  return useMutation({
    mutationFn: (isProtected: boolean) => call(updateRepository, { params: key, body: { isProtected } }),
    onSuccess: refreshRepositories,
    meta: { success: "Protection updated", failure: "Could not update protection" },
  });
}

export function useUpdateConnection(key: RepositoryKey) {
  return useMutation({
    mutationFn: (body: Pick<RepositoryChange, "url" | "credential">) => call(updateRepository, { params: key, body }),
    onSuccess: refreshRepositories,
    meta: { success: "Connection updated", failure: "Could not update connection" },
  });
}

export function useForgetHostKeys(key: RepositoryKey) {
  return useMutation({
    mutationFn: () => call(forgetHostKeys, { params: key }),
    onSettled: refreshRepositories,
    meta: { success: "Host key forgotten", failure: "Could not forget host key" },
  });
}

/** The response contains the secret, only this once. */
export function useCreateWebhook(key: RepositoryKey) {
  return useMutation({
    mutationFn: () => call(createWebhook, { params: key }),
    meta: { failure: "Could not create webhook" },
  });
}

/** `onDeleted` must navigate away first, so that no query of the deleted repository runs again. */
export function useDeleteRepository(key: RepositoryKey, onDeleted: () => Promise<void>) {
  return useMutation({
    mutationFn: () => call(deleteRepository, { params: key }),
    onSuccess: async () => {
      await onDeleted();
      await refreshRepositories();
    },
    meta: { success: "Repository deleted", failure: "Could not delete repository" },
  });
}

export function repositoryKeysQuery(key: RepositoryKey, page: number) {
  return endpointQuery(listRepositoryKeys, { params: key, query: { page } });
}

const refreshKeys = () => queryClient.invalidateQueries({ queryKey: endpointKey(listRepositoryKeys) });

/** For a token, the response contains the secret, only this once. */
export function useCreateRepositoryKey(key: RepositoryKey) {
  return useMutation({
    mutationFn: (body: RepositoryKeyInput) => call(createRepositoryKey, { params: key, body }),
    onSuccess: refreshKeys,
    meta: { failure: "Could not add key" },
  });
}

export function useDeleteRepositoryKey(key: RepositoryKey) {
  return useMutation({
    mutationFn: (name: string) => call(deleteRepositoryKey, { params: { ...key, name } }),
    // Also after a refusal: it may have been deleted elsewhere.
    onSettled: refreshKeys,
    meta: outcomes.keyDelete,
  });
}
