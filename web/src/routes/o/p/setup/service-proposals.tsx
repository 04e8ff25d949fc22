import type { listServiceProposals, ServiceProposal } from "@cairn/contract/architecture";
import type { OutputOf } from "@cairn/contract/endpoint";
import type { Service, ServiceType } from "@cairn/contract/services";
import { serviceNameSchema } from "@cairn/contract/services";
import { useState } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { serviceTypeOptions } from "#web/features/services/service-type.tsx";
import { isNew, proposalKey, useAcceptProposals, useServiceProposals } from "#web/features/setup/proposals.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Link } from "#web/ui/action/link.tsx";
import { lineHash } from "#web/ui/code/line-range.ts";
import { Select } from "#web/ui/form/select.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { ErrorState } from "#web/ui/layout/empty-state.tsx";

interface ServiceProposalsProps {
  project: ProjectKey;
  services: readonly Service[];
}

type ServiceProposalList = OutputOf<typeof listServiceProposals>;

interface Correction {
  isLeftOut?: boolean;
  name?: string;
  type?: ServiceType;
}

/** Services that were found in the code, to be accepted as they are, corrected or left out. */
export function ServiceProposals({ project, services }: ServiceProposalsProps) {
  const proposals = useServiceProposals(project);
  const accept = useAcceptProposals(project, services);
  const [corrections, setCorrections] = useState<Record<string, Correction>>({});
  if (proposals.isError && !proposals.data) {
    return <ErrorState message={errorMessage(proposals.error)} onRetry={() => void proposals.refetch()} />;
  }
  const found = (proposals.data?.content ?? []).filter((proposal) => isNew(proposal, services));
  if (found.length === 0) return <NothingLeft proposals={proposals.data} />;
  const corrected = found.map((proposal) => {
    const correction = corrections[proposalKey(proposal)] ?? {};
    const { name = proposal.name, type = proposal.type, isLeftOut = proposal.isExample } = correction;
    return { proposal: { ...proposal, name, type }, isLeftOut };
  });
  const hasExamples = found.some(({ isExample }) => isExample);
  const chosen = corrected.flatMap(({ proposal, isLeftOut }) => (isLeftOut ? [] : [proposal]));
  const hasWrongName = chosen.some(({ name }) => nameProblem(name) !== undefined);
  const correct = (proposal: ServiceProposal, change: Correction) => {
    const key = proposalKey(proposal);
    setCorrections((all) => ({ ...all, [key]: { ...all[key], ...change } }));
  };
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
          isBusy={accept.isPending}
          disabledReason={
            chosen.length === 0 ? "Choose at least one" : hasWrongName ? "A name is too short or too long" : undefined
          }
          onClick={() => accept.mutate(chosen)}
        >
          {chosen.length === 1 ? "Add 1 service" : `Add ${chosen.length} services`}
        </Button>
      </div>
      <ul
        aria-label="Services found"
        className="divide-y divide-line-subtle rounded-lg border border-line bg-surface-2"
      >
        {corrected.map(({ proposal, isLeftOut }) => (
          <ProposalRow
            key={proposalKey(proposal)}
            project={project}
            proposal={proposal}
            isLeftOut={isLeftOut}
            onCorrect={(change) => correct(proposal, change)}
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

function nameProblem(name: string): string | undefined {
  return serviceNameSchema.safeParse(name).error?.issues[0]?.message;
}

interface ProposalRowProps {
  project: ProjectKey;
  proposal: ServiceProposal;
  isLeftOut: boolean;
  onCorrect: (change: Correction) => void;
}

function ProposalRow({ project, proposal, isLeftOut, onCorrect }: ProposalRowProps) {
  const { name, type, description, workingPath, repositorySlug, evidence } = proposal;
  return (
    <li className="flex gap-3 p-3 md:px-4">
      <label className="grid size-8 shrink-0 place-items-center pointer-coarse:size-11">
        <input
          type="checkbox"
          aria-label={`Add ${name} of ${repositorySlug}${workingPath}`}
          checked={!isLeftOut}
          onChange={() => onCorrect({ isLeftOut: !isLeftOut })}
          className="size-4 accent-accent"
        />
      </label>
      <div className="min-w-0 flex-1">
        <div className="grid gap-2 sm:grid-cols-[1fr_9rem]">
          <TextField
            label={`Name of ${workingPath}`}
            isLabelHidden
            readOnly={isLeftOut}
            error={isLeftOut ? undefined : nameProblem(name)}
            value={name}
            onValueChange={(text) => onCorrect({ name: text })}
          />
          <Select
            label={`Type of ${name}`}
            isLabelHidden
            options={serviceTypeOptions}
            value={type}
            onValueChange={(chosen) => onCorrect({ type: chosen })}
          />
        </div>
        <p className="mt-1.5 text-sm wrap-anywhere text-ink-2">{description}</p>
        <p className="mt-1 flex flex-wrap gap-x-3 gap-y-0.5 text-xs text-ink-3">
          <span className="font-mono wrap-anywhere">{`${repositorySlug}${workingPath}`}</span>
          {evidence.map(({ commit, path, startLine, endLine }) => (
            <Link
              key={`${path} ${startLine}`}
              href={href("repositoryFile", { ...project, repositorySlug, branchName: commit, _splat: path })}
              hash={lineHash({ start: startLine, end: endLine })}
              className="rounded-sm font-mono break-all text-accent-text hover:underline pointer-coarse:py-2"
            >
              {`${path}:${startLine}`}
            </Link>
          ))}
        </p>
      </div>
    </li>
  );
}
