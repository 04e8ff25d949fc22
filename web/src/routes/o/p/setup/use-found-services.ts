import type { Service } from "@cairn/contract/services";
import { useState } from "react";

import { useProject } from "#web/features/projects/project-context.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { correctProposals, markAdded, proposalProblems } from "#web/features/setup/proposal-corrections.ts";
import { useAcceptProposals, useServiceProposals } from "#web/features/setup/proposals.api.ts";
import { useCorrections } from "#web/features/setup/use-corrections.ts";
import { useUser } from "#web/features/users/users.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";

/** Services found in the code as they are corrected in this browser, and what adds those that are not left out. */
export function useFoundServices(project: ProjectKey, services: readonly Service[]) {
  const proposals = useServiceProposals(project);
  const { corrections, changeCorrections } = useCorrections(useUser()?.userId, useProject().projectId);
  const [refused, setRefused] = useState<{ name: string; message: string } | null>(null);
  const accept = useAcceptProposals(project, {
    onWritten: (key, serviceId) => changeCorrections((kept) => markAdded(kept, key, serviceId)),
    onRefused: ({ proposal }, error) => setRefused({ name: proposal.name, message: errorMessage(error) }),
  });
  const corrected = correctProposals(proposals.data?.content ?? [], corrections, services);
  const chosen = corrected.filter(({ isLeftOut }) => !isLeftOut);
  return {
    proposals,
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
