import type { CriterionCheck, CriterionChecks, ProposedCheck } from "@cairn/contract/criterion-checks";
import type { Criterion, Task } from "@cairn/contract/tasks";
import { CaretRightIcon } from "@phosphor-icons/react/dist/csr/CaretRight";
import { SparkleIcon } from "@phosphor-icons/react/dist/csr/Sparkle";
import { lazy, Suspense, useId, useState } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { useProposeCriterionChecks, useSaveCriterionCheck } from "#web/features/tasks/criterion-checks.api.ts";
import { Button } from "#web/ui/action/button.tsx";
import { StateIcon } from "#web/ui/feedback/state-icon.tsx";

interface ProposedChecksProps {
  project: ProjectKey;
  task: Task;
  checks: CriterionChecks;
}

const CriterionCheckDialog = lazy(() =>
  import("./criterion-check-dialog.tsx").then((module) => ({ default: module.CriterionCheckDialog })),
);

/** Has checks proposed for the criteria that have none, and shows what was proposed until somebody decides. */
export function ProposedChecks({ project, task, checks }: ProposedChecksProps) {
  const headingId = useId();
  const propose = useProposeCriterionChecks(project, task.taskId);
  const checked = new Set(checks.checks.map(({ criterionId }) => criterionId));
  const open = task.acceptanceCriteria.filter(({ id }) => !checked.has(id));
  const shown = open.flatMap((criterion) => {
    const proposal = checks.proposals.find(({ criterionId }) => criterionId === criterion.id);
    return proposal === undefined ? [] : [{ criterion, proposal }];
  });
  if (open.length === 0) return null;
  const isWaiting = shown.some(({ proposal }) => proposal.state === "waiting");
  return (
    <div className="mt-2 flex flex-col gap-2">
      {isWaiting ? (
        <div className="flex flex-wrap items-center gap-x-3">
          <output>
            <StateIcon kind="running" label="Working out checks and trying them on the code as it is" />
          </output>
          <Button variant="ghost" size="sm" isBusy={propose.isPending} onClick={() => propose.mutate()}>
            Ask again
          </Button>
        </div>
      ) : (
        <Button
          variant="ghost"
          size="sm"
          className="-ml-2 w-fit"
          icon={<SparkleIcon aria-hidden className="size-4" />}
          isBusy={propose.isPending}
          onClick={() => propose.mutate()}
        >
          {shown.length === 0 ? "Propose checks" : "Propose checks again"}
        </Button>
      )}
      {shown.some(({ proposal }) => proposal.state !== "waiting") && (
        <section aria-labelledby={headingId}>
          <h3 id={headingId} className="text-sm font-medium">
            Proposed checks
          </h3>
          <ul aria-labelledby={headingId} className="mt-1 flex flex-col divide-y divide-line border-y border-line">
            {shown.map(({ criterion, proposal }) =>
              proposal.state === "waiting" ? null : (
                <Proposal key={criterion.id} {...{ project, criterion, proposal }} taskId={task.taskId} />
              ),
            )}
          </ul>
        </section>
      )}
    </div>
  );
}

interface ProposalProps {
  project: ProjectKey;
  taskId: string;
  criterion: Criterion;
  proposal: ProposedCheck;
}

function Proposal({ project, taskId, criterion, proposal }: ProposalProps) {
  const save = useSaveCriterionCheck(project, taskId);
  const { check, reason, writtenBy, lastLines } = proposal;
  const decide = (chosen: CriterionCheck) => save.mutate({ criterionId: criterion.id, check: chosen });
  return (
    <li className="flex flex-col gap-1.5 py-2.5">
      <p className="text-base wrap-anywhere">{criterion.text}</p>
      {check === null ? (
        <p className="text-sm text-ink-2">A person judges it.</p>
      ) : (
        <WhatIsRun check={check} lastLines={lastLines} />
      )}
      <p className="text-sm wrap-anywhere text-ink-3">
        {reason}
        {writtenBy !== null && ` ${writtenBy}.`}
      </p>
      <div className="flex flex-wrap gap-2">
        {check !== null && (
          <>
            <Button
              size="sm"
              aria-label={`Accept the check of “${criterion.text}”`}
              isBusy={save.isPending}
              onClick={() => decide(check)}
            >
              Accept
            </Button>
            <EditProposal {...{ project, taskId, criterion, check }} />
          </>
        )}
        <Button
          variant="ghost"
          size="sm"
          aria-label={`${check === null ? "Leave to a person" : "Drop the check of"} “${criterion.text}”`}
          isBusy={save.isPending}
          onClick={() => decide({ kind: "person" })}
        >
          {check === null ? "Leave it so" : "Drop"}
        </Button>
      </div>
    </li>
  );
}

function WhatIsRun({ check, lastLines }: { check: CriterionCheck; lastLines: readonly string[] }) {
  if (check.kind === "person") return null;
  const outcome =
    check.kind === "command"
      ? [
          check.exitCode === 0 ? null : `ends with exit code ${check.exitCode}`,
          check.outputContains === null ? null : `writes “${check.outputContains}”`,
        ].filter((one) => one !== null)
      : [];
  return (
    <>
      <p className="text-sm wrap-anywhere text-ink-2">
        <code className="font-mono">{check.command}</code> {outcome.join(" and ") || "passes"}
      </p>
      {check.kind === "test-file" && <Lines label={check.path} text={check.content} />}
      {lastLines.length > 0 && <Lines label="How it failed" text={lastLines.join("\n")} />}
    </>
  );
}

function Lines({ label, text }: { label: string; text: string }) {
  return (
    <details className="group/lines">
      <summary className="flex min-h-6 w-fit cursor-default items-center gap-1 rounded-sm text-sm wrap-anywhere text-ink-3 hover:text-ink pointer-coarse:min-h-11">
        <CaretRightIcon aria-hidden className="size-3.5 shrink-0 transition-transform group-open/lines:rotate-90" />
        {label}
      </summary>
      <pre
        // Focusable, so that keys can scroll it. A group and no region, because a page may contain too many for landmarks.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for forms
        role="group"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
        tabIndex={0}
        aria-label={label}
        className="mt-1 max-h-60 overflow-auto rounded-md border border-line bg-surface-0 px-3 py-2 font-mono text-xs"
      >
        {text}
      </pre>
    </details>
  );
}

function EditProposal(props: Omit<ProposalProps, "proposal"> & { check: CriterionCheck }) {
  const [isOpen, setIsOpen] = useState(false);
  const [isMounted, setIsMounted] = useState(false);
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        aria-label={`Edit the check of “${props.criterion.text}”`}
        aria-haspopup="dialog"
        onClick={() => {
          setIsMounted(true);
          setIsOpen(true);
        }}
      >
        Edit
      </Button>
      {isMounted && (
        <Suspense>
          <CriterionCheckDialog {...props} isOpen={isOpen} onOpenChange={setIsOpen} />
        </Suspense>
      )}
    </>
  );
}
