import type { CallOf, OutputOf } from "@cairn/contract/endpoint";
import {
  createInvites,
  listInvites,
  listMembers,
  removeMember,
  renewInvite,
  revokeInvite,
  updateMember,
} from "@cairn/contract/members";
import type { Role } from "@cairn/contract/roles";
import { outcomes } from "@cairn/contract/texts";
import { keepPreviousData, queryOptions, useMutation } from "@tanstack/react-query";

import { refreshOrganizations } from "#web/features/organizations/organizations.api.ts";
import { call } from "#web/lib/api/call.ts";
import { endpointKey, endpointQuery } from "#web/lib/api/endpoint-query.ts";
import { queryClient } from "#web/lib/api/query-client.ts";

/** Polling interval while the mail of an invite is queued. */
const deliveryPollMs = 3_000;

/** One page of members; previous rows stay until the new ones arrive. */
export function membersQuery(organizationId: string, { page, query }: { page: number; query: string }) {
  return queryOptions({
    ...endpointQuery(listMembers, { params: { organizationId }, query: { page, query: query || undefined } }),
    placeholderData: keepPreviousData,
  });
}

export function invitesQuery(organizationId: string, page: number) {
  return queryOptions({
    ...endpointQuery(listInvites, { params: { organizationId }, query: { page } }),
    refetchInterval: ({ state }) =>
      state.data?.content.some(({ delivery }) => delivery === "queued") ? deliveryPollMs : false,
  });
}

const membersKey = endpointKey(listMembers);
const refreshMembers = () => queryClient.invalidateQueries({ queryKey: membersKey });
const refreshInvites = () => queryClient.invalidateQueries({ queryKey: endpointKey(listInvites) });

interface RoleChange {
  userId: string;
  role: Role;
}

/**
 * Optimistic update, rolled back if the server rejects it. Organizations are refreshed, because the user's own role may
 * have changed.
 */
export function useChangeRole(organizationId: string) {
  return useMutation({
    mutationFn: ({ userId, role }: RoleChange) =>
      call(updateMember, { params: { organizationId, userId }, body: { roles: [role] } }),
    onMutate: async (change) => {
      await queryClient.cancelQueries({ queryKey: membersKey });
      const before = queryClient.getQueriesData<OutputOf<typeof listMembers>>({ queryKey: membersKey });
      for (const [key, list] of before) {
        if (list) queryClient.setQueryData(key, { ...list, content: list.content.map(withRole(change)) });
      }
      return { before };
    },
    onError: (_error, _change, context) => {
      for (const [key, list] of context?.before ?? []) queryClient.setQueryData(key, list);
    },
    onSettled: () => Promise.all([refreshMembers(), refreshOrganizations()]),
    meta: outcomes.memberRoles,
  });
}

function withRole({ userId, role }: RoleChange) {
  return (member: OutputOf<typeof updateMember>) =>
    member.user.userId === userId ? { ...member, roles: [role] } : member;
}

/** Removes another member; resolves after the list is refreshed. */
export function useRemoveMember(organizationId: string) {
  return useMutation({
    mutationFn: (userId: string) => call(removeMember, { params: { organizationId, userId } }),
    onSuccess: refreshMembers,
    meta: outcomes.memberRemove,
  });
}

/**
 * Removes the current user. `onLeft` must navigate away first, because the organization's data is no longer accessible.
 */
export function useLeaveOrganization(organizationId: string, onLeft: () => Promise<void>) {
  return useMutation({
    mutationFn: (userId: string) => call(removeMember, { params: { organizationId, userId } }),
    onSuccess: async () => {
      await onLeft();
      await refreshOrganizations();
    },
    meta: outcomes.memberRemove,
  });
}

export function useInvite(organizationId: string) {
  return useMutation({
    mutationFn: (body: NonNullable<CallOf<typeof createInvites>["body"]>) =>
      call(createInvites, { params: { organizationId }, body }),
    onSuccess: refreshInvites,
    meta: outcomes.memberInvite,
  });
}

/** Sends the mail of an invite again, or makes a new link; the old link stops working. */
export function useRenewInvite(organizationId: string) {
  return useMutation({
    mutationFn: (inviteId: string) => call(renewInvite, { params: { organizationId, inviteId } }),
    onSuccess: refreshInvites,
    meta: outcomes.memberInvite,
  });
}

export function useRevokeInvite(organizationId: string) {
  return useMutation({
    mutationFn: (inviteId: string) => call(revokeInvite, { params: { organizationId, inviteId } }),
    onSuccess: refreshInvites,
    meta: outcomes.inviteRevoke,
  });
}
