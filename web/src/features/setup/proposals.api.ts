import { listServiceProposals } from "@cairn/contract/architecture";
import { createService, isProvisional, updateService } from "@cairn/contract/services";
import type { Service } from "@cairn/contract/services";
import { useIsMutating, useMutation, useQuery } from "@tanstack/react-query";

import { projectQuery } from "#web/features/projects/projects.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { refreshServices } from "#web/features/services/services.api.ts";
import { call } from "#web/lib/api/call.ts";
import { endpointQuery } from "#web/lib/api/endpoint-query.ts";
import { queryClient } from "#web/lib/api/query-client.ts";

import { findStanding } from "./proposal-corrections.ts";
import type { CorrectedProposal } from "./proposal-corrections.ts";

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

interface AcceptOptions {
  /** Told of each as soon as it is written, also where the screen is left or the next one is refused. */
  onWritten: (key: string, serviceId: string) => void;
}

/**
 * Writes accepted proposals one after another; the first that is refused ends it. What stands for a whole repository
 * becomes the first service of that repository, so that nothing is left over. What became a service of that folder
 * meanwhile, by somebody else or in another window, is not made again.
 */
export function useAcceptProposals(key: ProjectKey, { onWritten }: AcceptOptions) {
  const mutationKey = ["accept-proposals", key.organizationId, key.projectId];
  // Also what was begun before the screen was left and opened again.
  const isPending = useIsMutating({ mutationKey }) > 0;
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: async (accepted: readonly CorrectedProposal[]) => {
      const { services } = await queryClient.fetchQuery({ ...projectQuery(key), staleTime: 0 });
      const taken = new Set<string>();
      for (const { key: proposalKey, proposal } of accepted) {
        const { name, type, description, workingPath, repositoryId } = proposal;
        const standing = findStanding(proposal, services);
        const standIn = findProvisional(services, repositoryId)?.serviceId;
        const serviceId = proposal.serviceId ?? (standIn !== undefined && !taken.has(standIn) ? standIn : null);
        if (standing) onWritten(proposalKey, standing.serviceId);
        else if (serviceId === null) {
          const body = { name, type, description, repository: { repositoryId, workingPath } };
          onWritten(proposalKey, (await call(createService, { params: key, body })).serviceId);
        } else {
          taken.add(serviceId);
          await call(updateService, { params: { ...key, serviceId }, body: { name, type, description, workingPath } });
          onWritten(proposalKey, serviceId);
        }
      }
    },
    onSettled: () => refreshServices(key),
    meta: { success: "Services added", failure: "Could not save service" },
  });
  return { mutate, isPending };
}
