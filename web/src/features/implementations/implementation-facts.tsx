import { displayName } from "@cairn/contract/auth";
import type { Implementation, ImplementationEngine } from "@cairn/contract/implementations";
import { outcomes } from "@cairn/contract/texts";
import { CopyIcon } from "@phosphor-icons/react/dist/csr/Copy";
import type { ReactNode } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { formatDateTime, formatDuration, formatFullDate } from "#web/lib/text/dates.ts";
import { showToast } from "#web/lib/toasts/toast-manager.ts";
import { IconButton } from "#web/ui/action/icon-button.tsx";
import { Badge } from "#web/ui/display/badge.tsx";

import { sayBudget } from "./describe-budget.ts";
import { describeRun } from "./describe-run.ts";
import { DiscardAction } from "./discard-action.tsx";
import { useSeconds } from "./use-seconds.ts";

const engineNames: Record<ImplementationEngine, string> = {
  diff: "The diff of the task",
  agent: "The agent of this server",
  "coding-agent": "A coding agent",
  "own-machine": "Somebody elsewhere, who pushes it",
};

interface ImplementationFactsProps {
  project: ProjectKey;
  implementation: Implementation;
}

/** How an implementation stands: its run, its branch and who began it; and the way to decide against it. */
export function ImplementationFacts({ project, implementation }: ImplementationFactsProps) {
  const { projectImplementationId, engine, agent, workingBranch, baseBranch, base, head } = implementation;
  const { createdAt, creator, isPublished } = implementation;
  const { word, tone } = describeRun(implementation);
  const taken = sayBudget(implementation.budget);
  return (
    <section aria-labelledby="implementation-heading" className="flex flex-col gap-3">
      <h2 id="implementation-heading" className="text-sm font-medium">
        Implementation
      </h2>
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <span className="tabular-nums">#{projectImplementationId}</span>
        <Badge tone={tone}>{word}</Badge>
        <RunTime implementation={implementation} />
      </p>
      <dl className="flex flex-col gap-2.5 text-sm">
        <FactRow label="Branch">
          {/* Leaves room for the button beside a name that takes several lines. */}
          <span className="max-w-[calc(100%-2.25rem)] font-mono text-xs wrap-anywhere">{workingBranch}</span>
          <IconButton
            size="sm"
            label="Copy branch name"
            icon={<CopyIcon className="size-3.5" />}
            onClick={() => copyBranch(workingBranch)}
          />
          {!isPublished && <span className="w-full text-xs text-ink-3">Not in the repository yet</span>}
        </FactRow>
        <FactRow label="Onto">
          <span className="font-mono text-xs wrap-anywhere">{baseBranch}</span>
          {base !== null && <CommitId oid={base} />}
        </FactRow>
        {head !== null && (
          <FactRow label="Commit">
            <CommitId oid={head} />
          </FactRow>
        )}
        <FactRow label="Written by">{agent?.name ?? engineNames[engine]}</FactRow>
        {taken !== null && (
          <FactRow label="Model">
            <span className="tabular-nums">{taken}</span>
          </FactRow>
        )}
        <FactRow label="Begun">
          <time dateTime={createdAt} title={formatFullDate(createdAt)}>
            {formatDateTime(createdAt)}
          </time>
          {creator && <span className="min-w-0 wrap-anywhere">by {displayName(creator)}</span>}
        </FactRow>
      </dl>
      <DiscardAction project={project} implementation={implementation} />
    </section>
  );
}

function FactRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-ink-3">{label}</dt>
      <dd className="flex flex-wrap items-center gap-x-1.5 text-ink-2">{children}</dd>
    </div>
  );
}

function CommitId({ oid }: { oid: string }) {
  return <span className="font-mono text-xs text-ink-3">{oid.slice(0, 8)}</span>;
}

function copyBranch(name: string): void {
  navigator.clipboard.writeText(name).then(
    () => showToast({ kind: "success", title: outcomes.branchNameCopy.success }),
    () => showToast({ kind: "error", title: "Could not copy the branch name" }),
  );
}

/** How long the run took, or has taken by now; nothing while it waits in line or for somebody to let it go on. */
function RunTime({ implementation: { running, startedAt, endedAt, pause } }: { implementation: Implementation }) {
  const now = useSeconds(running && startedAt !== null && pause === null);
  if (startedAt === null || pause !== null) return null;
  const until = endedAt === null ? now : Date.parse(endedAt);
  return <span className="text-ink-3 tabular-nums">{formatDuration(until - Date.parse(startedAt))}</span>;
}
