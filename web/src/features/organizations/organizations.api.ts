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

/** Everything about organizations is asked again: the lists, and each one that is shown with the caller's role in it. */
export async function refreshOrganizations(): Promise<void> {
  await Promise.all(
    [listOrganizations, getOrganization].map((endpoint) =>
      queryClient.invalidateQueries({ queryKey: endpointKey(endpoint) }),
    ),
  );
}

export function useCreateOrganization() {
  return useMutation({
    mutationFn: (body: { name: string; slug?: string }) => call(createOrganization, { params: {}, body }),
    onSuccess: refreshOrganizations,
    meta: { failure: "Could not create organization" },
  });
}

export function useUpdateOrganizationName(organizationId: string) {
  return useMutation({
    mutationFn: (body: { name: string }) => call(updateOrganization, { params: { organizationId }, body }),
    onSuccess: refreshOrganizations,
    meta: outcomes.organizationName,
  });
}

/** The caller moves to the new address before anything is asked again. */
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

/** What was loaded of the organization is gone: the caller goes elsewhere before the lists are asked again. */
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

/** Nothing that was shown about its products is true any more. */
export function useResetOrganization(organizationId: string) {
  return useMutation({
    mutationFn: () => call(resetOrganizationContext, { params: { organizationId } }),
    onSuccess: () => queryClient.invalidateQueries(),
    meta: outcomes.organizationReset,
  });
}
