import { acceptInvite, readInvite } from "@cairn/contract/members";
import { listOrganizations } from "@cairn/contract/organizations";
import { queryOptions, useMutation } from "@tanstack/react-query";

import { call } from "#web/lib/api/call.ts";
import { endpointKey } from "#web/lib/api/endpoint-query.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import { send } from "#web/lib/http/send.ts";

/** The details of an invite link; fetched without a session, because most people who open it have none. */
export function openInviteQuery(token: string) {
  const input = { params: { token } };
  return queryOptions({
    queryKey: endpointKey(readInvite, input),
    queryFn: ({ signal }) => send(readInvite, input, { accessToken: null, signal }),
  });
}

export function useAcceptInvite({ token, organizationName }: { token: string; organizationName: string }) {
  return useMutation({
    mutationFn: () => call(acceptInvite, { params: { token } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: endpointKey(listOrganizations) }),
    meta: { success: `You are now a member of ${organizationName}`, failure: "Could not join the organization" },
  });
}
