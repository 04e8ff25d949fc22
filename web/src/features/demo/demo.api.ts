import { copyDemo, getDemo, takeDemoRepository } from "@cairn/contract/demo";
import { deleteOrganization } from "@cairn/contract/organizations";
import { queryOptions, useMutation } from "@tanstack/react-query";

import { refreshOrganizations } from "#web/features/organizations/organizations.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { refreshServices } from "#web/features/services/services.api.ts";
import { call } from "#web/lib/api/call.ts";
import { endpointQuery } from "#web/lib/api/endpoint-query.ts";
import { queryClient } from "#web/lib/api/query-client.ts";

const pollMs = 500;

/** Whether there is a demo, and the person's own copy; asked again while that is made. */
export const demoQuery = queryOptions({
  ...endpointQuery(getDemo, { params: {} }),
  refetchInterval: ({ state }) => (state.data?.copy?.state === "making" ? pollMs : false),
});

/** What is refused is shown beside the button, so there is no toast. */
export function useCopyDemo() {
  return useMutation({
    mutationFn: () => call(copyDemo, { params: {} }),
    onSuccess: (copy) => queryClient.setQueryData(demoQuery.queryKey, { isInstalled: true, copy }),
  });
}

/** `onGone` must navigate away before the lists are refreshed. */
export function useThrowAwayCopy(organizationId: string, onGone: () => Promise<void>) {
  return useMutation({
    mutationFn: () => call(deleteOrganization, { params: { organizationId } }),
    onSuccess: async () => {
      await onGone();
      queryClient.setQueryData(demoQuery.queryKey, { isInstalled: true, copy: null });
      await Promise.all([refreshOrganizations(), queryClient.invalidateQueries({ queryKey: demoQuery.queryKey })]);
    },
    meta: { success: "Your copy of the demo is gone", failure: "Could not throw the copy away" },
  });
}

/** Begins a product with the demo's code. What is refused is shown beside the button. */
export function useTakeDemoRepository(key: ProjectKey) {
  return useMutation({
    mutationFn: () => call(takeDemoRepository, { params: key }),
    onSuccess: () => refreshServices(key),
  });
}
