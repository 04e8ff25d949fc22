import { createApiKey, deleteApiKey, listApiKeys } from "@cairn/contract/keys";
import { useMutation } from "@tanstack/react-query";

import { call } from "#web/lib/call.ts";
import { endpointKey, endpointQuery } from "#web/lib/endpoint-query.ts";
import { queryClient } from "#web/lib/query-client.ts";

export function apiKeysQuery(page: number) {
  return endpointQuery(listApiKeys, { params: {}, query: { page } });
}

const refreshKeys = () => queryClient.invalidateQueries({ queryKey: endpointKey(listApiKeys) });

/** The answer holds the secret, this one time. */
export function useCreateApiKey() {
  return useMutation({
    mutationFn: (body: { name?: string }) => call(createApiKey, { params: {}, body: { ...body, scopes: ["mcp"] } }),
    onSuccess: refreshKeys,
    meta: { failure: "Could not create API key" },
  });
}

export function useDeleteApiKey() {
  return useMutation({
    mutationFn: (keyId: string) => call(deleteApiKey, { params: { keyId } }),
    onSuccess: refreshKeys,
    meta: { success: "API Key deleted successfully", failure: "Could not delete API key" },
  });
}
