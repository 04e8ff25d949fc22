import {
  createOrganization,
  deleteOrganization,
  getOrganization,
  listOrganizations,
  organizationExists,
  resetOrganizationContext,
  updateOrganization,
} from "@cairn/contract/organizations";
import type { Organization } from "@cairn/contract/organizations";
import { outcomes } from "@cairn/contract/texts";
import { useMutation } from "@tanstack/react-query";

import { call } from "#web/lib/api/call.ts";
import { endpointKey, endpointQuery } from "#web/lib/api/endpoint-query.ts";
import { queryClient } from "#web/lib/api/query-client.ts";

export function organizationsQuery(page = 1) {
  return endpointQuery(listOrganizations, { params: {}, query: { page } });
}

/** One organization by slug or id. */
export function organizationQuery(organizationId: string) {
  return endpointQuery(getOrganization, { params: { organizationId } });
}

/** Whether a slug is taken already. */
export function organizationExistsQuery(slug: string) {
  return endpointQuery(organizationExists, { params: { organizationId: slug } });
}

/** Invalidates all organization queries, including the caller's role. */
export async function refreshOrganizations(): Promise<void> {
  await Promise.all(
    [listOrganizations, getOrganization].map((endpoint) =>
      queryClient.invalidateQueries({ queryKey: endpointKey(endpoint) }),
    ),
  );
}

/** The form tells what is refused. */
export function useCreateOrganization() {
  return useMutation({
    mutationFn: (body: { name: string; slug?: string }) => call(createOrganization, { params: {}, body }),
    onSuccess: refreshOrganizations,
  });
}

export function useUpdateOrganizationName(organizationId: string) {
  return useMutation({
    mutationFn: (body: { name: string }) => call(updateOrganization, { params: { organizationId }, body }),
    onSuccess: refreshOrganizations,
    meta: outcomes.organizationName,
  });
}

/** `onMoved` must navigate to the new address before queries are refreshed. */
export function useUpdateOrganizationSlug(
  organizationId: string,
  onMoved: (organization: Organization) => Promise<void>,
) {
  return useMutation({
    mutationFn: (body: { slug: string }) => call(updateOrganization, { params: { organizationId }, body }),
    onSuccess: async (organization) => {
      queryClient.setQueryData(organizationQuery(organization.slug).queryKey, organization);
      await onMoved(organization);
      await refreshOrganizations();
    },
    meta: outcomes.organizationSlug,
  });
}

/** `onDeleted` must navigate away before the lists are refreshed. */
export function useDeleteOrganization(organizationId: string, onDeleted: () => Promise<void>) {
  return useMutation({
    mutationFn: () => call(deleteOrganization, { params: { organizationId } }),
    onSuccess: async () => {
      await onDeleted();
      await queryClient.invalidateQueries({ queryKey: endpointKey(listOrganizations) });
    },
    meta: { success: "Organization deleted", ...outcomes.organizationDelete },
  });
}

/** All data of its products is outdated afterwards. */
export function useResetOrganization(organizationId: string) {
  return useMutation({
    mutationFn: () => call(resetOrganizationContext, { params: { organizationId } }),
    onSuccess: () => queryClient.invalidateQueries(),
    meta: outcomes.organizationReset,
  });
}
