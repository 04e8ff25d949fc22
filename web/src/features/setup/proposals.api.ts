import { listServiceProposals } from "@cairn/contract/architecture";
import { createService } from "@cairn/contract/services";
import { outcomes } from "@cairn/contract/texts";
import { useMutation, useQuery } from "@tanstack/react-query";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { refreshServices } from "#web/features/services/services.api.ts";
import { call } from "#web/lib/api/call.ts";
import { endpointQuery } from "#web/lib/api/endpoint-query.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { showToast } from "#web/lib/toasts/toast-manager.ts";

import { beginRun, changeRun, currentRun, endRun, useAcceptState } from "./accept-run.ts";
import type { AcceptOutcome } from "./accept-run.ts";
import type { CorrectedProposal } from "./proposal-corrections.ts";

const pendingPollMs = 3_000;

/**
 * Services found in the code; looked for again while a repository is still being read. Not while some are being added: each
 * would have all of them looked for anew.
 */
export function useServiceProposals(key: ProjectKey, { isPaused }: { isPaused: boolean }) {
  return useQuery({
    ...endpointQuery(listServiceProposals, { params: key }),
    staleTime: 0,
    enabled: !isPaused,
    refetchInterval: ({ state }) => (state.data?.pendingRepositoryIds.length ? pendingPollMs : false),
  });
}

interface AcceptOrder {
  shown: readonly CorrectedProposal[];
  chosen: readonly CorrectedProposal[];
}

/** Told of each as soon as it is written, also where the screen is left or the next one is refused. */
type OnWritten = (key: string, serviceId: string) => void;

/**
 * Writes accepted proposals one after another; the first that is refused ends it. The server makes what stands for a whole
 * repository the first service of it, and none a second time that somebody else, or another window, has made meanwhile.
 */
export function useAcceptProposals(key: ProjectKey, onWritten: OnWritten) {
  const state = useAcceptState(key);
  const { mutate } = useMutation({
    mutationFn: (accepted: AcceptOrder) => acceptAll(key, accepted, onWritten),
    meta: { failure: outcomes.serviceSave.failure },
  });
  return {
    ...state,
    /** `onEnd` is told whether all are there. */
    accept: (accepted: AcceptOrder, onEnd?: (areAllAdded: boolean) => void) => {
      if (state.run) return;
      mutate(accepted, {
        onSuccess: ({ added, total }) => onEnd?.(added === total),
        onError: () => onEnd?.(false),
      });
    },
    stop: () => changeRun(key, { isStopping: true }),
  };
}

async function acceptAll(
  key: ProjectKey,
  { shown, chosen }: AcceptOrder,
  onWritten: OnWritten,
): Promise<AcceptOutcome> {
  beginRun(
    key,
    shown,
    chosen.map((one) => one.key),
  );
  const others: string[] = [];
  const outcome: AcceptOutcome = { added: 0, total: chosen.length, refused: null };
  try {
    for (const one of chosen) {
      if (currentRun(key)?.isStopping) break;
      const service = await acceptOne(key, one);
      onWritten(one.key, service.serviceId);
      outcome.added += 1;
      changeRun(key, { done: outcome.added });
      if (!service.isOurs) others.push(service.name);
    }
  } catch (error) {
    outcome.refused = { name: chosen[outcome.added]?.proposal.name ?? "", message: errorMessage(error) };
    throw error;
  } finally {
    await refreshServices(key);
    endRun(key, outcome);
  }
  showToast({ kind: "success", title: countAdded(outcome) });
  if (others.length > 0) tellOthers(others);
  return outcome;
}

async function acceptOne(key: ProjectKey, { proposal }: CorrectedProposal) {
  const { name, type, description, workingPath, repositoryId } = proposal;
  const body = { name, type, description, repository: { repositoryId, workingPath }, isFound: true };
  const service = await call(createService, { params: key, body });
  const isOurs = service.name === name.trim() && service.description === description.trim() && service.type === type;
  return { serviceId: service.serviceId, name: service.name, isOurs };
}

/** "12 of 60 services added". */
export function countAdded({ added, total }: Pick<AcceptOutcome, "added" | "total">): string {
  if (added < total) return `${added} of ${total} services added`;
  return total === 1 ? "1 service added" : `${total} services added`;
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
