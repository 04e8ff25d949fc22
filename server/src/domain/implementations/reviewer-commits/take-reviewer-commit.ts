import { AppError } from "@cairn/contract/errors";

import { findBase, keepRef } from "#server/domain/implementations/phases/keep-base.ts";
import { measureChange } from "#server/domain/implementations/phases/measure-change.ts";
import type { Rerun } from "#server/domain/implementations/phases/rerun-steps.ts";
import type { RunPhase } from "#server/domain/implementations/phases/run-phase.ts";
import { findMergeBase } from "#server/platform/git/history/find-merge-base.ts";

/** Takes what a reviewer committed as the change. */
export function takeReviewerCommit({ step, intent }: Extract<Rerun, { kind: "reviewer-commit" }>): RunPhase {
  return {
    step,
    // Of a run that was stopped before: the commit is what it was for.
    async intend() {
      return intent;
    },
    async perform(work, { reviewerCommit = "", summary = "" }) {
      const { ctx, row, directory } = work;
      const tip = await findBase(work);
      const base = await findMergeBase(directory, { commit: tip, other: reviewerCommit, signal: ctx.signal });
      if (base === null) {
        throw new AppError("conflict", { message: `It has no commit in common with ${row.baseBranch} any more.` });
      }
      await keepRef(work, "base", base);
      await keepRef(work, "head", reviewerCommit);
      const size = await measureChange(work, { base, head: reviewerCommit });
      if (size === null) {
        throw new AppError("conflict", { message: `Nothing is left of the change against ${row.baseBranch}.` });
      }
      return {
        oid: reviewerCommit,
        summary: `${summary} ${size} in all, up to commit ${reviewerCommit.slice(0, 8)}.`,
        found: { baseOid: base, headOid: reviewerCommit },
      };
    },
  };
}
