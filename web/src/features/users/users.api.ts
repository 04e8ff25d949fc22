import {
  deleteUser,
  endOtherSignIns,
  endSignIn,
  getSession,
  listSignIns,
  updatePassword,
  updateUserData,
} from "@cairn/contract/auth";
import type { CallOf } from "@cairn/contract/endpoint";
import { outcomes } from "@cairn/contract/texts";
import { useMutation, useQuery } from "@tanstack/react-query";

import { call } from "#web/lib/api/call.ts";
import { endpointKey, endpointQuery } from "#web/lib/api/endpoint-query.ts";
import { queryClient } from "#web/lib/api/query-client.ts";

/** The signed-in user. */
export const userQuery = endpointQuery(getSession, { params: {} });

/** The signed-in user; undefined until loaded. */
export function useUser() {
  return useQuery(userQuery).data;
}

export function useUpdateName() {
  return useMutation({
    mutationFn: (body: NonNullable<CallOf<typeof updateUserData>["body"]>) =>
      call(updateUserData, { params: {}, body }),
    onSuccess: (user) => queryClient.setQueryData(userQuery.queryKey, user),
    meta: outcomes.profileName,
  });
}

/** Every other sign-in ends with the old password. */
export function useUpdatePassword() {
  return useMutation({
    mutationFn: (body: NonNullable<CallOf<typeof updatePassword>["body"]>) =>
      call(updatePassword, { params: {}, body }),
    onSuccess: refreshSignIns,
    meta: outcomes.profilePassword,
  });
}

/** An error is shown in the dialog, not as a toast. The caller leaves the app afterwards. */
export function useDeleteAccount() {
  return useMutation({
    mutationFn: (body: { password?: string }) => call(deleteUser, { params: {}, body }),
  });
}

/** The user's browsers, last used first. */
export function signInsQuery(page: number) {
  return endpointQuery(listSignIns, { params: {}, query: { page } });
}

function refreshSignIns(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: endpointKey(listSignIns) });
}

export function useEndSignIn() {
  return useMutation({
    mutationFn: (sessionId: string) => call(endSignIn, { params: { sessionId } }),
    // Also after a refusal: it may have ended elsewhere.
    onSettled: refreshSignIns,
    meta: { success: "Browser signed out", failure: "Could not sign the browser out" },
  });
}

export function useEndOtherSignIns() {
  return useMutation({
    mutationFn: () => call(endOtherSignIns, { params: {} }),
    onSuccess: refreshSignIns,
    meta: { success: "Other browsers signed out", failure: "Could not sign the other browsers out" },
  });
}
