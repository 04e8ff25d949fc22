import { getSession, updateUserData } from "@cairn/contract/auth";
import type { CallOf } from "@cairn/contract/endpoint";
import { useMutation, useQuery } from "@tanstack/react-query";

import { call } from "#web/lib/call.ts";
import { endpointQuery } from "#web/lib/endpoint-query.ts";
import { queryClient } from "#web/lib/query-client.ts";

/** The signed-in user. */
const userQuery = endpointQuery(getSession, { params: {} });

/** The signed-in user; undefined until loaded. */
export function useUser() {
  return useQuery(userQuery).data;
}

export function useUpdateName() {
  return useMutation({
    mutationFn: (body: NonNullable<CallOf<typeof updateUserData>["body"]>) =>
      call(updateUserData, { params: {}, body }),
    onSuccess: (user) => queryClient.setQueryData(userQuery.queryKey, user),
    meta: { success: "Your name has been updated", failure: "Could not set your name" },
  });
}
