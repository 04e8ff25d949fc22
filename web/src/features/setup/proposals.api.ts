import { listServiceProposals } from "@cairn/contract/architecture";
import type { ServiceProposal } from "@cairn/contract/architecture";
import { createService, isProvisional, updateService } from "@cairn/contract/services";
import type { Service } from "@cairn/contract/services";
import { useMutation, useQuery } from "@tanstack/react-query";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { refreshServices } from "#web/features/services/services.api.ts";
import { call } from "#web/lib/api/call.ts";
import { endpointQuery } from "#web/lib/api/endpoint-query.ts";

const pendingPollMs = 3_000;

/** Services found in the code; looked for again while a repository is still being read. */
export function useServiceProposals(key: ProjectKey) {
  return useQuery({
    ...endpointQuery(listServiceProposals, { params: key }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.pendingRepositoryIds.length ? pendingPollMs : false),
  });
}

/** What stands for a whole repository until somebody says what it is. */
function findProvisional(services: readonly Service[], repositoryId: string): Service | undefined {
  return services.find(
    ({ repository, description }) => repository?.repositoryId === repositoryId && isProvisional(description),
  );
}

/** Whether a proposal says something that is not there yet. */
export function isNew({ serviceId }: ServiceProposal, services: readonly Service[]): boolean {
  const known = services.find((one) => one.serviceId === serviceId);
  return known === undefined || isProvisional(known.description);
}

/**
 * Writes accepted proposals one after another; the first that is refused ends it. What stands for a whole repository
 * becomes the first service of that repository, so that nothing is left over.
 */
export function useAcceptProposals(key: ProjectKey, services: readonly Service[]) {
  return useMutation({
    mutationFn: async (accepted: readonly ServiceProposal[]) => {
      const taken = new Set<string>();
      for (const proposal of accepted) {
        const { name, type, description, workingPath, repositoryId } = proposal;
        const standIn = findProvisional(services, repositoryId)?.serviceId;
        const serviceId = proposal.serviceId ?? (standIn !== undefined && !taken.has(standIn) ? standIn : null);
        if (serviceId === null) {
          const body = { name, type, description, repository: { repositoryId, workingPath } };
          await call(createService, { params: key, body });
        } else {
          taken.add(serviceId);
          await call(updateService, { params: { ...key, serviceId }, body: { name, type, description, workingPath } });
        }
      }
    },
    onSettled: () => refreshServices(key),
    meta: { success: "Services added", failure: "Could not save service" },
  });
}
