import { listServiceProposals } from "@cairn/contract/architecture";
import { createService } from "@cairn/contract/services";
import { useIsMutating, useMutation, useQuery } from "@tanstack/react-query";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { refreshServices } from "#web/features/services/services.api.ts";
import { call } from "#web/lib/api/call.ts";
import { endpointQuery } from "#web/lib/api/endpoint-query.ts";
import { showToast } from "#web/lib/toasts/toast-manager.ts";

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

interface AcceptOptions {
  /** Told of each as soon as it is written, also where the screen is left or the next one is refused. */
  onWritten: (key: string, serviceId: string) => void;
  /** Told which one was refused. */
  onRefused: (one: CorrectedProposal, error: Error) => void;
}

/**
 * Writes accepted proposals one after another; the first that is refused ends it. The server makes what stands for a whole
 * repository the first service of it, and none a second time that somebody else, or another window, has made meanwhile.
 */
export function useAcceptProposals(key: ProjectKey, { onWritten, onRefused }: AcceptOptions) {
  const mutationKey = ["accept-proposals", key.organizationId, key.projectId];
  // Also what was begun before the screen was left and opened again.
  const isPending = useIsMutating({ mutationKey }) > 0;
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: async (accepted: readonly CorrectedProposal[]) => {
      const others: string[] = [];
      for (const one of accepted) {
        const { key: proposalKey, proposal } = one;
        const { name, type, description, workingPath, repositoryId } = proposal;
        const body = { name, type, description, repository: { repositoryId, workingPath }, isFound: true };
        const service = await call(createService, { params: key, body }).catch((error: Error) => {
          onRefused(one, error);
          throw error;
        });
        onWritten(proposalKey, service.serviceId);
        const isOurs =
          service.name === name.trim() && service.description === description.trim() && service.type === type;
        if (!isOurs) others.push(service.name);
      }
      if (others.length > 0) tellOthers(others);
    },
    onSettled: () => refreshServices(key),
    meta: { success: "Services added", failure: "Could not save service" },
  });
  return { mutate, isPending };
}

/** Somebody else was faster, so that their words stand. */
function tellOthers(names: readonly string[]): void {
  const [are, it] = names.length === 1 ? ["is", "it"] : ["are", "them"];
  showToast({
    kind: "error",
    title: `${names.join(", ")} ${are} there already`,
    description: `Somebody else added ${it} meanwhile, so your corrections of ${it} were not taken.`,
  });
}
