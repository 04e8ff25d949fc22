import {
  createOrganization,
  deleteOrganization,
  getOrganization,
  listOrganizations,
  organizationExists,
  updateOrganization,
} from "@cairn/contract/organizations";
import { useMutation } from "@tanstack/react-query";

import { call } from "#web/lib/call.ts";
import { endpointKey, endpointQuery } from "#web/lib/endpoint-query.ts";
import { queryClient } from "#web/lib/query-client.ts";

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

async function refreshOrganizations(): Promise<void> {
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
    meta: { success: "Organization name updated", failure: "Could not update organization name" },
  });
}

/** The caller moves to the address with the new slug. */
export function useUpdateOrganizationSlug(organizationId: string) {
  return useMutation({
    mutationFn: (body: { slug: string }) => call(updateOrganization, { params: { organizationId }, body }),
    onSuccess: refreshOrganizations,
    meta: { success: "Organization slug updated", failure: "Could not update organization slug" },
  });
}

export function useDeleteOrganization(organizationId: string) {
  return useMutation({
    mutationFn: () => call(deleteOrganization, { params: { organizationId } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: endpointKey(listOrganizations) }),
    meta: { success: "Organization deleted", failure: "Organization could not be deleted" },
  });
}
