import type { Implementation } from "@cairn/contract/implementations";
import { CopyIcon } from "@phosphor-icons/react/dist/csr/Copy";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { formatDateTime } from "#web/lib/text/dates.ts";
import { showToast } from "#web/lib/toasts/toast-manager.ts";
import { Button } from "#web/ui/action/button.tsx";
import { IconButton } from "#web/ui/action/icon-button.tsx";
import { Badge } from "#web/ui/display/badge.tsx";

import { describeRun } from "./describe-run.ts";
import { useResumeImplementation, useStartImplementation, useStopImplementation } from "./implementations.api.ts";

/** How an implementation stands, its branch, and what can be done with its run. */
export function RunFacts({ project, implementation }: { project: ProjectKey; implementation: Implementation }) {
  const { projectImplementationId, workingBranch, baseBranch, createdAt, isPublished } = implementation;
  const { word, tone } = describeRun(implementation);
  const copy = () => {
    void navigator.clipboard
      .writeText(workingBranch)
      .then(() => showToast({ kind: "success", title: "Branch name copied to clipboard" }));
  };
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="text-base font-semibold">Implementation {projectImplementationId}</h2>
        <Badge tone={tone}>{word}</Badge>
        <div className="ml-auto flex flex-wrap gap-2">
          <RunActions project={project} implementation={implementation} />
        </div>
      </div>
      <p className="flex flex-wrap items-center gap-x-1.5 text-sm text-ink-2">
        <span className="font-mono text-xs wrap-anywhere text-ink">{workingBranch}</span>
        <IconButton size="sm" label="Copy branch name" icon={<CopyIcon className="size-3.5" />} onClick={copy} />
        <span>
          onto {baseBranch}, begun {formatDateTime(createdAt)}
          {implementation.outcome === "completed" && !isPublished && "; kept on this server"}
        </span>
      </p>
    </div>
  );
}

function RunActions({ project, implementation }: { project: ProjectKey; implementation: Implementation }) {
  const { running, outcome, task } = implementation;
  const stop = useStopImplementation(project, implementation);
  const resume = useResumeImplementation(project, implementation);
  const fresh = useStartImplementation(project, task.taskId);
  if (running) {
    return (
      <Button size="sm" isBusy={stop.isPending} onClick={() => stop.mutate()}>
        Stop
      </Button>
    );
  }
  // Another one may be under way by now, or the task somewhere else.
  const canStart = (outcome === "failed" || outcome === "stopped") && task.state === "todo";
  if (!canStart) return null;
  return (
    <>
      <Button size="sm" isBusy={resume.isPending} onClick={() => resume.mutate()}>
        Go on from here
      </Button>
      <Button size="sm" isBusy={fresh.isPending} onClick={() => fresh.mutate()}>
        Start fresh
      </Button>
    </>
  );
}
