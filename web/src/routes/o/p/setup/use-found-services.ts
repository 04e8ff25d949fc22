import { isProvisional } from "@cairn/contract/services";
import type { Service } from "@cairn/contract/services";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { placeOf, takenNameText, toNamedService } from "#web/features/services/taken-names.ts";
import { correctProposals, markAdded, proposalProblems } from "#web/features/setup/proposal-corrections.ts";
import type { CorrectedProposal } from "#web/features/setup/proposal-corrections.ts";
import { useAcceptProposals, useServiceProposals } from "#web/features/setup/proposals.api.ts";
import { useCorrections } from "#web/features/setup/use-corrections.ts";

/** Services found in the code as the members of the project corrected them, and what adds those that are not left out. */
export function useFoundServices(project: ProjectKey, services: readonly Service[]) {
  const { kept, corrections, failure, retry, changeCorrections } = useCorrections(project);
  const { run, outcome, accept, stop } = useAcceptProposals(project, (key, serviceId) =>
    changeCorrections((shown) => markAdded(shown, key, serviceId)),
  );
  const found = useServiceProposals(project, { isPaused: run !== null });
  // What was found is not shown as if nobody had corrected it.
  const data = kept.data && found.data;
  const error = found.error ?? kept.error;
  const corrected = run?.shown ?? correctProposals(data?.content ?? [], corrections, services);
  const chosen = corrected.filter(({ isLeftOut }) => !isLeftOut);
  return {
    proposals: { data, error, isPending: data === undefined && error === null },
    /** Corrections that the server did not take. */
    unsaved: { error: failure, retry },
    corrected,
    chosen,
    /** A chosen one cannot be added as it is. */
    isWrong:
      run === null && chosen.some(({ proposal }) => Object.values(proposalProblems(proposal, services)).some(Boolean)),
    /** What is to be said of its name; undefined where no other service has it, and while it becomes a service itself. */
    takenName: (one: CorrectedProposal) =>
      run ? undefined : takenNameText(one.proposal.name, listOthers(one, chosen, services)),
    /** Those that are being added; null when none are. */
    run,
    /** What became of those that were added last. */
    outcome,
    stop,
    changeCorrections,
    /** Adds those that are chosen; `onEnd` is told whether all are there. */
    addChosen: (onEnd?: (areAllAdded: boolean) => void) => accept({ shown: corrected, chosen }, onEnd),
  };
}

/** All other services that there are, or would be once the chosen ones are added. */
function listOthers(
  { key, isLeftOut }: CorrectedProposal,
  chosen: readonly CorrectedProposal[],
  services: readonly Service[],
) {
  if (isLeftOut) return [];
  return [
    // What stands for a whole repository becomes the first that is added of it.
    ...services.filter(({ description }) => !isProvisional(description)).map(toNamedService),
    ...chosen
      .filter((other) => other.key !== key)
      .map(({ proposal: { name, repositorySlug, workingPath } }) => ({
        name,
        place: placeOf(repositorySlug, workingPath),
      })),
  ];
}

export type ServiceChoice = ReturnType<typeof useFoundServices>;
