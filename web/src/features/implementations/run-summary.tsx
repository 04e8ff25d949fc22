import type { ChangeOverview } from "@cairn/contract/change-overview";
import type { Implementation, ImplementationStep } from "@cairn/contract/implementations";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { StateIcon } from "#web/ui/feedback/state-icon.tsx";
import type { StateKind } from "#web/ui/feedback/state-icon.tsx";
import { Card } from "#web/ui/layout/card.tsx";

import { proofKinds } from "./describe-checks.ts";
import { describeRun, kindOfRun } from "./describe-run.ts";
import { WhyEnough } from "./why-enough.tsx";

interface RunSummaryProps {
  project: ProjectKey;
  implementation: Implementation;
  /** Null before it is known. */
  overview: ChangeOverview | null;
}

interface SummaryCheck {
  kind: StateKind;
  label: string;
}

/** What came of a run, in a sentence and as a list of what speaks for and against taking it. */
export function RunSummary({ project, implementation, overview }: RunSummaryProps) {
  // Who merged it and when is said below.
  const ending = implementation.events.findLast(({ type }) => endings.has(type));
  const text = implementation.state === "merged" ? null : ending?.summary;
  const failure = implementation.events.findLast(
    ({ type, state }) => state === "error" && type !== "task-implementation",
  );
  return (
    <section aria-label="Summary">
      <Card className="flex flex-col gap-2.5 p-4">
        {text && <p className="whitespace-pre-line wrap-anywhere">{text}</p>}
        {implementation.outcome === "failed" && failure?.summary && (
          <p className="text-sm whitespace-pre-line wrap-anywhere text-danger-text">{failure.summary}</p>
        )}
        <ul aria-label="Checks" className="flex flex-wrap gap-x-5 gap-y-1.5">
          {listChecks(implementation, overview).map(({ kind, label }, at) => (
            // Two may say the same.
            <li key={`${at} ${label}`}>
              <StateIcon kind={kind} label={label} />
            </li>
          ))}
        </ul>
        <WhyEnough project={project} implementation={implementation} />
      </Card>
    </section>
  );
}

/** What says of a run as a whole how it ended. */
const endings: ReadonlySet<ImplementationStep> = new Set([
  "task-implementation",
  "implementation-cancelled",
  "implementation-completed",
]);

function listChecks(implementation: Implementation, overview: ChangeOverview | null): SummaryCheck[] {
  const { outcome, state, canMerge, mergeObstacles, baseBranch, isPublished, proof } = implementation;
  const checks: SummaryCheck[] = [{ kind: kindOfRun(implementation), label: describeRun(implementation).word }];
  if (outcome !== "completed") return checks;
  // What was decided rested on it.
  if (proof) checks.push({ kind: proofKinds[proof.state], label: proof.summary });
  if (state !== "created") return checks;
  if (canMerge) checks.push({ kind: "done", label: `Merges cleanly into ${baseBranch}` });
  // A red check is said already.
  for (const { kind, message } of mergeObstacles) {
    if (kind !== "red-check") checks.push({ kind: "attention", label: message });
  }
  const { open } = implementation.comments;
  if (open > 0) checks.push({ kind: "attention", label: open === 1 ? "1 open comment" : `${open} open comments` });
  if (!isPublished) checks.push({ kind: "attention", label: "Kept on this server, not in the repository" });
  const risks = overview?.risks.filter(({ level }) => level !== "info").length ?? 0;
  if (risks > 0) {
    checks.push({
      kind: "attention",
      label: risks === 1 ? "1 thing to look at twice" : `${risks} things to look at twice`,
    });
  } else if (overview?.state === "ready") checks.push({ kind: "done", label: "Nothing to look at twice" });
  return checks;
}
