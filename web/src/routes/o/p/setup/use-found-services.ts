import type { Service } from "@cairn/contract/services";
import { useState } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { correctProposals, markAdded, proposalProblems } from "#web/features/setup/proposal-corrections.ts";
import { useAcceptProposals, useServiceProposals } from "#web/features/setup/proposals.api.ts";
import { useCorrections } from "#web/features/setup/use-corrections.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";

/** Services found in the code as the members of the project corrected them, and what adds those that are not left out. */
export function useFoundServices(project: ProjectKey, services: readonly Service[]) {
  const found = useServiceProposals(project);
  const { kept, corrections, failure, retry, changeCorrections } = useCorrections(project);
  const [refused, setRefused] = useState<{ name: string; message: string } | null>(null);
  const accept = useAcceptProposals(project, {
    onWritten: (key, serviceId) => changeCorrections((shown) => markAdded(shown, key, serviceId)),
    onRefused: ({ proposal }, error) => setRefused({ name: proposal.name, message: errorMessage(error) }),
  });
  // What was found is not shown as if nobody had corrected it.
  const data = kept.data && found.data;
  const error = found.error ?? kept.error;
  const corrected = correctProposals(data?.content ?? [], corrections, services);
  const chosen = corrected.filter(({ isLeftOut }) => !isLeftOut);
  return {
    proposals: { data, error, isPending: data === undefined && error === null },
    /** Corrections that the server did not take. */
    unsaved: { error: failure, retry },
    corrected,
    chosen,
    /** A chosen one cannot be added as it is. */
    isWrong: chosen.some(({ proposal }) => Object.values(proposalProblems(proposal, services)).some(Boolean)),
    /** The one that could not be added when it was last tried. */
    refused,
    isAdding: accept.isPending,
    changeCorrections,
    /** Adds those that are chosen; `onAdded` is called when all are there. */
    addChosen: (onAdded?: () => void) => {
      setRefused(null);
      accept.mutate(chosen, { onSuccess: onAdded });
    },
  };
}

export type ServiceChoice = ReturnType<typeof useFoundServices>;
