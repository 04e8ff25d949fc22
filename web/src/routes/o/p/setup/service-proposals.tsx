import type { listServiceProposals, ServiceProposal } from "@cairn/contract/architecture";
import type { OutputOf } from "@cairn/contract/endpoint";
import type { Service } from "@cairn/contract/services";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { mergeInto, takeApart } from "#web/features/setup/proposal-corrections.ts";
import type { Correction } from "#web/features/setup/proposal-corrections.ts";
import { errorMessage, retryFailedQueries } from "#web/lib/api/query-client.ts";
import { Button } from "#web/ui/action/button.tsx";
import { ErrorState } from "#web/ui/layout/empty-state.tsx";
import { InlineError } from "#web/ui/layout/inline-error.tsx";

import { ProposalRow } from "./proposal-row.tsx";
import { useFoundServices } from "./use-found-services.ts";

interface ServiceProposalsProps {
  project: ProjectKey;
  services: readonly Service[];
}

type ServiceProposalList = OutputOf<typeof listServiceProposals>;

/** Services that were found in the code, to be accepted as they are, corrected or left out. */
export function ServiceProposals({ project, services }: ServiceProposalsProps) {
  const found = useFoundServices(project, services);
  const { proposals, corrected, chosen, isWrong, changeCorrections, unsaved } = found;
  if (proposals.error && !proposals.data) {
    return <ErrorState message={errorMessage(proposals.error)} onRetry={retryFailedQueries} />;
  }
  if (corrected.length === 0) return <NothingLeft proposals={proposals.data} />;
  const hasExamples = corrected.some(({ proposal }) => proposal.isExample);
  const correct = (key: string, change: Correction) =>
    changeCorrections((shown) => ({ ...shown, [key]: { ...shown[key], ...change } }));
  return (
    <section aria-labelledby="proposals-heading">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div>
          <h2 id="proposals-heading" className="text-base font-semibold">
            Services found
          </h2>
          <p className="text-sm text-ink-3">
            Correct what is wrong; leave out what is no service.
            {hasExamples && " Examples and templates are left out at first."}
          </p>
        </div>
        <Button
          variant="primary"
          isBusy={found.isAdding}
          disabledReason={
            chosen.length === 0 ? "Choose at least one" : isWrong ? "Correct what is marked first" : undefined
          }
          onClick={() => found.addChosen()}
        >
          {chosen.length === 1 ? "Add 1 service" : `Add ${chosen.length} services`}
        </Button>
      </div>
      {unsaved.error && (
        <div className="mb-3">
          <InlineError
            message={`Your corrections are not saved yet. ${errorMessage(unsaved.error)}`}
            onRetry={unsaved.retry}
          />
        </div>
      )}
      <ul
        aria-label="Services found"
        className="divide-y divide-line-subtle rounded-lg border border-line bg-surface-2"
      >
        {corrected.map((one) => (
          <ProposalRow
            key={one.key}
            project={project}
            corrected={one}
            services={services}
            others={chosen.filter(({ key, proposal }) => key !== one.key && isSameRepository(proposal, one.proposal))}
            onCorrect={(change) => correct(one.key, change)}
            onMerge={(into) => changeCorrections((shown) => mergeInto(shown, one.key, into))}
            onTakeApart={() => changeCorrections((shown) => takeApart(shown, one.key))}
          />
        ))}
      </ul>
      {proposals.data?.isCutOff && <p className="mt-2 text-sm text-ink-3">More were found than are shown.</p>}
    </section>
  );
}

/** What there is to say where nothing is proposed; nothing while code is still being read. */
function NothingLeft({ proposals }: { proposals: ServiceProposalList | undefined }) {
  if (!proposals || proposals.pendingRepositoryIds.length > 0) return null;
  return (
    <section aria-labelledby="proposals-heading">
      <h2 id="proposals-heading" className="text-base font-semibold">
        Services found
      </h2>
      <p className="text-sm text-ink-3">
        {proposals.content.length > 0
          ? "Every service that was found in the code is there already."
          : "No service was found in the code. Add one by hand in the architecture."}
      </p>
    </section>
  );
}

const isSameRepository = (one: ServiceProposal, other: ServiceProposal) => one.repositoryId === other.repositoryId;
