import type { Implementation } from "@cairn/contract/implementations";
import {
  checkVerdictNames,
  runCheckKindNames,
  type CheckVerdict,
  type JudgedCheck,
  type RunCheck,
} from "@cairn/contract/run-checks";
import { CaretRightIcon } from "@phosphor-icons/react/dist/csr/CaretRight";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { Badge, type Tone } from "#web/ui/display/badge.tsx";
import { Loading, SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { StateIcon } from "#web/ui/feedback/state-icon.tsx";
import { InlineError } from "#web/ui/layout/inline-error.tsx";

import { proofKinds, sayDuration, saySide } from "./describe-checks.ts";
import { runChecksQuery } from "./run-checks.api.ts";

const tones: Record<CheckVerdict, Tone> = {
  passed: "success",
  proven: "success",
  broken: "danger",
  "not-met": "danger",
  "fewer-tests": "danger",
  "failed-before": "neutral",
  "already-true": "warning",
  weak: "warning",
  flaky: "warning",
  "not-run": "warning",
  person: "neutral",
};

/** What a change was built, tested and checked with, before and after, and what each of it says. */
export function RunChecks({ project, implementation }: { project: ProjectKey; implementation: Implementation }) {
  const headingId = useId();
  const checks = useQuery(runChecksQuery(project, implementation));
  const { proof, progress } = implementation;
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-3">
      <h2 id={headingId} className="text-sm font-medium">
        Build, tests and criteria
      </h2>
      {proof && <StateIcon kind={proofKinds[proof.state]} label={proof.summary} />}
      {progress && <RunningCommand progress={progress} />}
      {checks.isPending && (
        <Loading what="the checks">
          <SkeletonRows count={3} className="h-9" />
        </Loading>
      )}
      {checks.isError && <InlineError message={errorMessage(checks.error)} onRetry={() => void checks.refetch()} />}
      {checks.data && proof === null && checks.data.runs.length === 0 && progress === null && (
        <p className="text-sm text-ink-3">Nothing was built or tested yet.</p>
      )}
      {checks.data && checks.data.verdicts.length > 0 && (
        <ul aria-label="What each check says" className="flex flex-col divide-y divide-line border-y border-line">
          {checks.data.verdicts.map((judged) => (
            <Verdict
              key={`${judged.kind} ${judged.criterionId} ${judged.title}`}
              judged={judged}
              runs={runsOf(judged, checks.data.runs)}
            />
          ))}
        </ul>
      )}
      {checks.data && checks.data.verdicts.length === 0 && <RunList runs={checks.data.runs} />}
    </section>
  );
}

/** The last lines of the command that runs at the moment. */
export function RunningCommand({ progress }: { progress: NonNullable<Implementation["progress"]> }) {
  const { title, command, lines } = progress;
  return (
    <div className="flex flex-col gap-1.5">
      <StateIcon kind="running" label={title} />
      <Output label={`Output of ${command}`} lines={lines.filter((line) => line !== "")} />
    </div>
  );
}

/** What one check came to, why, and the runs behind that. */
export function Verdict({ judged, runs }: { judged: JudgedCheck; runs: readonly RunCheck[] }) {
  const { kind, title, verdict, reason } = judged;
  return (
    <li className="py-2.5">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <Badge tone={tones[verdict]}>{checkVerdictNames[verdict]}</Badge>
        <p className="min-w-0 flex-1 basis-56 text-base wrap-anywhere">
          {kind === "criterion" ? (
            title
          ) : (
            <>
              {runCheckKindNames[kind]} <code className="font-mono text-sm text-ink-3">{title}</code>
            </>
          )}
        </p>
      </div>
      <p className="mt-1 text-sm wrap-anywhere text-ink-2">{reason}</p>
      {runs.length > 0 && (
        <details className="group/runs mt-1">
          <summary className="flex min-h-6 w-fit cursor-default items-center gap-1 rounded-sm text-sm text-ink-3 hover:text-ink pointer-coarse:min-h-11">
            <CaretRightIcon aria-hidden className="size-3.5 transition-transform group-open/runs:rotate-90" />
            {runs.length === 1 ? "One run" : `${runs.length} runs`}
          </summary>
          <div className="mt-1">
            <RunList runs={runs} />
          </div>
        </details>
      )}
    </li>
  );
}

function RunList({ runs }: { runs: readonly RunCheck[] }) {
  if (runs.length === 0) return null;
  return (
    <ul aria-label="Runs" className="flex flex-col gap-3">
      {runs.map((run) => (
        <li key={`${run.kind} ${run.criterionId} ${run.command} ${run.side} ${run.repetition} ${run.createdAt}`}>
          <p className="flex flex-wrap gap-x-2 text-sm wrap-anywhere">
            <span className="font-medium">{saySide(run)}</span>
            <span className="text-ink-2">{run.message}</span>
            <span className="text-ink-3 tabular-nums">{sayDuration(run)}</span>
          </p>
          {run.tests && (
            <p className="text-sm text-ink-3 tabular-nums">
              {run.tests.passed} passed, {run.tests.failed} failed, {run.tests.skipped} skipped
            </p>
          )}
          <Output label={`Output of ${run.command}`} lines={run.lastLines} />
        </li>
      ))}
    </ul>
  );
}

/** What counts is at the end. Reversed, a box is scrolled there, and stays there while lines are added. */
const outputClass =
  "mt-1 flex max-h-60 flex-col-reverse overflow-auto rounded-md border border-line bg-surface-0 px-3 py-2";

function Output({ label, lines }: { label: string; lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    // Focusable, so that keys can scroll it. A group and no region, because a page may contain too many for landmarks.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role
    <div role="group" tabIndex={0} aria-label={label} className={outputClass}>
      <pre className="font-mono text-xs text-ink-2">{lines.join("\n")}</pre>
    </div>
  );
}

/** The runs behind a check. */
export function runsOf({ kind, criterionId, title }: JudgedCheck, runs: readonly RunCheck[]): RunCheck[] {
  return runs
    .filter((run) => run.kind === kind && run.criterionId === criterionId)
    .filter((run) => kind !== "rule" || run.command === title);
}
