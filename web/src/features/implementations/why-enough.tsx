import type { Implementation } from "@cairn/contract/implementations";
import { CaretRightIcon } from "@phosphor-icons/react/dist/csr/CaretRight";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { Loading, SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { InlineError } from "#web/ui/layout/inline-error.tsx";

import { sayEnough } from "./describe-checks.ts";
import { runChecksQuery } from "./run-checks.api.ts";
import { runsOf, Verdict } from "./run-checks.tsx";

interface WhyEnoughProps {
  project: ProjectKey;
  implementation: Implementation;
}

/** Why a change is enough for its task: how many criteria are proven, in a line that opens on what was seen of each. */
export function WhyEnough({ project, implementation }: WhyEnoughProps) {
  const { proof, outcome } = implementation;
  const [isOpen, setIsOpen] = useState(false);
  if (outcome !== "completed" || proof === null || proof.criteria.total === 0) return null;
  return (
    <details className="group/enough" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="flex min-h-6 w-fit cursor-default items-start gap-1 rounded-sm text-sm text-ink-2 hover:text-ink pointer-coarse:min-h-11 pointer-coarse:items-center">
        <CaretRightIcon
          aria-hidden
          className="mt-1 size-3.5 shrink-0 transition-transform group-open/enough:rotate-90 pointer-coarse:mt-0"
        />
        {sayEnough(proof.criteria)}
      </summary>
      {isOpen && <Evidence project={project} implementation={implementation} />}
    </details>
  );
}

function Evidence({ project, implementation }: WhyEnoughProps) {
  const checks = useQuery(runChecksQuery(project, implementation));
  if (checks.data === undefined) {
    if (checks.isError)
      return <InlineError message={errorMessage(checks.error)} onRetry={() => void checks.refetch()} />;
    return (
      <Loading what="the evidence">
        <SkeletonRows count={2} className="h-9" />
      </Loading>
    );
  }
  const { verdicts, runs } = checks.data;
  return (
    <ul
      aria-label="Evidence for each criterion"
      className="mt-2 flex flex-col divide-y divide-line border-t border-line"
    >
      {verdicts
        .filter(({ kind }) => kind === "criterion")
        .map((judged) => (
          <Verdict key={`${judged.criterionId} ${judged.title}`} judged={judged} runs={runsOf(judged, runs)} />
        ))}
    </ul>
  );
}
