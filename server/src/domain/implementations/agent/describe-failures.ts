import type { CheckVerdict } from "@cairn/contract/run-checks";

import type { PhaseEffect } from "#server/domain/implementations/phases/run-phase.ts";
import type { RunCheckRow } from "#server/domain/implementations/store/run-checks.store.ts";

/** Of one output, from its end. */
const shownCharacters = 6_000;

/** What the writer of the change can do something about. */
const mendable: ReadonlySet<CheckVerdict> = new Set(["broken", "not-met", "fewer-tests"]);

function listFailed({ found }: PhaseEffect) {
  return found?.proof?.verdicts.filter(({ verdict }) => mendable.has(verdict)) ?? [];
}

/** Whether something failed that the agent can mend. */
export function isMendable(effect: PhaseEffect): boolean {
  return listFailed(effect).length > 0;
}

/** What failed of a change at a commit, as the agent is told it. `ending`: what it is asked to do, in a sentence. */
export function describeFailures(
  effect: PhaseEffect,
  { runs, commit, ending }: { runs: readonly RunCheckRow[]; commit: string; ending: string },
): string {
  const failed = listFailed(effect).map(({ kind, criterionId, title, reason }) => {
    const ofRule = kind === "rule" ? title : null;
    const run = runs.findLast(
      (one) =>
        one.side === "result" &&
        one.commit === commit &&
        one.kind === kind &&
        one.criterionId === criterionId &&
        (ofRule === null || one.command === ofRule) &&
        one.outcome !== "passed",
    );
    const output =
      run === undefined || run.tail === ""
        ? ""
        : `\nThe end of what ${run.command} wrote:\n${run.tail.slice(-shownCharacters)}`;
    return `## ${kind === "criterion" ? `Criterion: ${title}` : title}\n${reason}${output}`;
  });
  return `The server built and tested your change, and this is not right yet:\n\n${failed.join("\n\n")}\n\n${ending} What failed before your change already is not listed and not yours to mend.`;
}
