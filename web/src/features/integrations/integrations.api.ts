import type { CallOf } from "@cairn/contract/endpoint";
import { AppError } from "@cairn/contract/errors";
import {
  connectIntegration,
  deleteConnection,
  finishIntegration,
  listConnections,
  listGithubRepositories,
  listIntegrations,
} from "@cairn/contract/integrations";
import type { Integration } from "@cairn/contract/integrations";
import { messages, outcomes } from "@cairn/contract/texts";
import { keepPreviousData, queryOptions, useMutation } from "@tanstack/react-query";

import { call } from "#web/lib/api/call.ts";
import { endpointKey, endpointQuery } from "#web/lib/api/endpoint-query.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import { saveConnectingOrganization } from "#web/lib/browser/storage.ts";

export function integrationsQuery(organizationId: string) {
  return endpointQuery(listIntegrations, { params: { organizationId } });
}

export function connectionsQuery(organizationId: string, page = 1) {
  return endpointQuery(listConnections, { params: { organizationId }, query: { page } });
}

/** Repositories that the connected GitHub accounts grant access to; previous results stay until new ones arrive. */
export function githubRepositoriesQuery(organizationId: string, query: string) {
  return queryOptions({
    ...endpointQuery(listGithubRepositories, { params: { organizationId }, query: { query } }),
    placeholderData: keepPreviousData,
  });
}

/** Opens the code host, which redirects back after an account was chosen. */
export function useConnectIntegration(organizationId: string, { type, name }: Integration) {
  return useMutation({
    mutationFn: async () => {
      const { data } = await call(connectIntegration, { params: { organizationId }, body: { integrationName: type } });
      if (!data?.url) throw new AppError("vendor_failed", { message: messages.tryLater });
      saveConnectingOrganization(organizationId);
      location.assign(data.url);
    },
    meta: { failure: `Could not connect to ${name}` },
  });
}

/** Completes connecting an account after the redirect from the code host. */
export async function finishConnecting(body: NonNullable<CallOf<typeof finishIntegration>["body"]>) {
  const answer = await call(finishIntegration, { params: { integrationName: "github" }, body });
  await refreshConnections();
  return answer;
}

export function useDisconnect(organizationId: string) {
  return useMutation({
    mutationFn: (connectionId: string) => call(deleteConnection, { params: { organizationId, connectionId } }),
    // Also after a refusal: it may have been disconnected elsewhere.
    onSettled: refreshConnections,
    meta: outcomes.integrationDelete,
  });
}

async function refreshConnections(): Promise<void> {
  await Promise.all(
    [listConnections, listGithubRepositories].map((endpoint) =>
      queryClient.invalidateQueries({ queryKey: endpointKey(endpoint) }),
    ),
  );
}
