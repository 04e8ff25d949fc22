import type { ImplementationStep } from "@cairn/contract/implementations";

import type { RunStepRow } from "#server/domain/implementations/store/implementations.store.ts";

/** What asks for another run of a change that was reviewed. */
type RerunStep = Extract<ImplementationStep, "revision-implementation" | "merge-conflicts-implementation">;

/** What the steps of an implementation say that its run begins with; null for nothing but its engine. */
export type Rerun =
  /** A commit that a reviewer made. */
  | { kind: "reviewer-commit"; step: RerunStep; intent: { reviewerCommit: string; summary: string } }
  /** Both sides of a merge, for the engine to put together. */
  | { kind: "conflicts"; intent: { former: string; tip: string } };

/** `steps`: of the runs that count, in the order in which they began. */
export function findRerun(steps: readonly Pick<RunStepRow, "step" | "intent">[]): Rerun | null {
  for (const { step, intent } of steps.toReversed()) {
    const { reviewerCommit, summary = "", former, tip } = intent;
    const isConflict = step === "merge-conflicts-implementation";
    if (reviewerCommit !== undefined && (isConflict || step === "revision-implementation")) {
      return { kind: "reviewer-commit", step, intent: { reviewerCommit, summary } };
    }
    if (isConflict && former !== undefined && tip !== undefined) return { kind: "conflicts", intent: { former, tip } };
  }
  return null;
}
