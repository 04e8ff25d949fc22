import type { listServiceProposals, ServiceProposal } from "@cairn/contract/architecture";
import type { OutputOf } from "@cairn/contract/endpoint";
import type { Service } from "@cairn/contract/services";
import { useEffect, useRef, useState } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { mergeInto, takeApart } from "#web/features/setup/proposal-corrections.ts";
import type { CorrectedProposal, Correction } from "#web/features/setup/proposal-corrections.ts";
import { errorMessage, retryFailedQueries } from "#web/lib/api/query-client.ts";
import { showToast } from "#web/lib/toasts/toast-manager.ts";
import { Button } from "#web/ui/action/button.tsx";
import { ErrorState } from "#web/ui/layout/empty-state.tsx";
import { InlineError } from "#web/ui/layout/inline-error.tsx";

import { AddingNews, AddingProgress, unfinishedText } from "./adding-progress.tsx";
import { ProposalRow } from "./proposal-row.tsx";
import { useFoundServices } from "./use-found-services.ts";
import type { ServiceChoice } from "./use-found-services.ts";

interface ServiceProposalsProps {
  project: ProjectKey;
  services: readonly Service[];
}

type ServiceProposalList = OutputOf<typeof listServiceProposals>;

/** Services that were found in the code, to be accepted as they are, corrected or left out. */
export function ServiceProposals({ project, services }: ServiceProposalsProps) {
  const found = useFoundServices(project, services);
  const { proposals, corrected, unsaved, run, outcome } = found;
  const headingRef = useRef<HTMLHeadingElement>(null);
  const isRunning = run !== null;
  const wasRunning = useRef(isRunning);
  useEffect(() => {
    // The button that had the focus is gone with what it was for.
    if (wasRunning.current && !isRunning && document.activeElement === document.body) headingRef.current?.focus();
    wasRunning.current = isRunning;
  }, [isRunning]);
  if (proposals.error && !proposals.data) {
    return <ErrorState message={errorMessage(proposals.error)} onRetry={retryFailedQueries} />;
  }
  const isEmpty = corrected.length === 0;
  const text = isEmpty ? emptyText(proposals.data) : introduction(corrected);
  if (text === null) return null;
  const unfinished = isRunning ? null : unfinishedText(outcome);
  return (
    <section aria-labelledby="proposals-heading">
      <div className="sticky top-12 z-5 -mx-1 mb-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 bg-surface-1 px-1 py-2">
        <div className="min-w-0 flex-1 basis-60">
          <h2 id="proposals-heading" ref={headingRef} tabIndex={-1} className="text-base font-semibold">
            Services found
          </h2>
          {/* While they are added nothing can be corrected, and how far that is stands beside. */}
          {!isRunning && <p className="text-sm text-ink-3">{text}</p>}
        </div>
        {!isEmpty && <AddButtons found={found} />}
      </div>
      <AddingNews run={run} />
      {unfinished && <p className="mb-3 text-sm wrap-anywhere text-warning-text">{unfinished}</p>}
      {unsaved.error && (
        <div className="mb-3">
          <InlineError
            message={`Your corrections are not saved yet. ${errorMessage(unsaved.error)}`}
            onRetry={unsaved.retry}
          />
        </div>
      )}
      {!isEmpty && <ProposalRows project={project} services={services} found={found} />}
      {proposals.data?.isCutOff && <p className="mt-2 text-sm text-ink-3">More were found than are shown.</p>}
    </section>
  );
}

/** Adds what is chosen; while it does, how far it is and what ends it. */
function AddButtons({ found }: { found: ServiceChoice }) {
  const { chosen, isWrong, run } = found;
  const count = run?.keys.length ?? chosen.length;
  return (
    <div className="flex max-w-full flex-wrap items-center justify-end gap-3 max-sm:flex-1">
      {run && <AddingProgress run={run} onStop={found.stop} />}
      <Button
        isBusy={run !== null}
        disabledReason={count === 0 ? "Choose at least one" : isWrong ? "Correct what is marked first" : undefined}
        onClick={() => found.addChosen()}
      >
        {count === 0 ? "Add services" : count === 1 ? "Add 1 service" : `Add ${count} services`}
      </Button>
    </div>
  );
}

interface ProposalRowsProps extends ServiceProposalsProps {
  found: ServiceChoice;
}

function ProposalRows({ project, services, found }: ProposalRowsProps) {
  const { corrected, chosen, changeCorrections, run } = found;
  const listRef = useRef<HTMLUListElement>(null);
  const [edited, setEdited] = useState<string | null>(null);
  const correct = (key: string, change: Correction) =>
    changeCorrections((shown) => ({ ...shown, [key]: { ...shown[key], ...change } }));
  const focusIn = (key: string, control: "data-edit" | "data-take-apart") =>
    // After what is shown has changed, and the menu that was open has returned the focus.
    void requestAnimationFrame(() => {
      const rows = [...(listRef.current?.querySelectorAll<HTMLElement>("[data-proposal]") ?? [])];
      const row = rows.find(({ dataset }) => dataset.proposal === key);
      row?.querySelector<HTMLElement>(`[${control}]`)?.focus();
    });
  const merge = (one: CorrectedProposal, into: CorrectedProposal) => {
    changeCorrections((shown) => mergeInto(shown, one.key, into.key));
    setEdited(null);
    showToast({ kind: "success", title: `${one.proposal.name} is a part of ${into.proposal.name} now` });
    focusIn(into.key, "data-take-apart");
  };
  return (
    <ul
      ref={listRef}
      aria-label="Services found"
      className="divide-y divide-line-subtle rounded-lg border border-line bg-surface-2"
    >
      {corrected.map((one) => (
        <ProposalRow
          key={one.key}
          project={project}
          corrected={one}
          services={services}
          takenName={found.takenName(one)}
          others={chosen.filter(({ key, proposal }) => key !== one.key && isSameRepository(proposal, one.proposal))}
          run={run}
          isEditing={edited === one.key}
          onEdit={(isEditing) => {
            setEdited(isEditing ? one.key : null);
            if (!isEditing) focusIn(one.key, "data-edit");
          }}
          onCorrect={(change) => correct(one.key, change)}
          onMerge={(into) => merge(one, into)}
          onTakeApart={() => {
            changeCorrections((shown) => takeApart(shown, one.key));
            focusIn(one.key, "data-edit");
          }}
        />
      ))}
    </ul>
  );
}

function introduction(corrected: readonly CorrectedProposal[]): string {
  const hasExamples = corrected.some(({ proposal }) => proposal.isExample);
  const examples = hasExamples ? " Examples and templates are left out at first." : "";
  return `Correct what is wrong; leave out what is no service.${examples}`;
}

/** What there is to say where nothing is proposed; nothing while code is still being read. */
function emptyText(proposals: ServiceProposalList | undefined): string | null {
  if (!proposals || proposals.pendingRepositoryIds.length > 0) return null;
  return proposals.content.length > 0
    ? "Every service that was found in the code is there already."
    : "No service was found in the code. Add one by hand in the architecture.";
}

const isSameRepository = (one: ServiceProposal, other: ServiceProposal) => one.repositoryId === other.repositoryId;
