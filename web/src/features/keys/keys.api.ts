import { createApiKey, createSshKey, deleteApiKey, deleteSshKey, listApiKeys, listSshKeys } from "@cairn/contract/keys";
import { outcomes } from "@cairn/contract/texts";
import { useMutation } from "@tanstack/react-query";

import { call } from "#web/lib/api/call.ts";
import { endpointKey, endpointQuery } from "#web/lib/api/endpoint-query.ts";
import { queryClient } from "#web/lib/api/query-client.ts";

export function apiKeysQuery(page: number) {
  return endpointQuery(listApiKeys, { params: {}, query: { page } });
}

const refreshApiKeys = () => queryClient.invalidateQueries({ queryKey: endpointKey(listApiKeys) });

/** The response contains the secret, only this once. */
export function useCreateApiKey() {
  return useMutation({
    mutationFn: (body: { name?: string }) => call(createApiKey, { params: {}, body: { ...body, scopes: ["mcp"] } }),
    onSuccess: refreshApiKeys,
    meta: { failure: "Could not create API key" },
  });
}

export function useDeleteApiKey() {
  return useMutation({
    mutationFn: (keyId: string) => call(deleteApiKey, { params: { keyId } }),
    // Also after a refusal: it may have been deleted elsewhere.
    onSettled: refreshApiKeys,
    meta: outcomes.apiKeyDelete,
  });
}

export function sshKeysQuery(page: number) {
  return endpointQuery(listSshKeys, { params: {}, query: { page } });
}

const refreshSshKeys = () => queryClient.invalidateQueries({ queryKey: endpointKey(listSshKeys) });

export function useCreateSshKey() {
  return useMutation({
    mutationFn: (body: { name: string; key: string }) => call(createSshKey, { params: {}, body }),
    onSuccess: refreshSshKeys,
    meta: { success: "Key added", failure: "Could not add key" },
  });
}

export function useDeleteSshKey() {
  return useMutation({
    mutationFn: (keyId: string) => call(deleteSshKey, { params: { keyId } }),
    // Also after a refusal: it may have been deleted elsewhere.
    onSettled: refreshSshKeys,
    meta: outcomes.keyDelete,
  });
}
