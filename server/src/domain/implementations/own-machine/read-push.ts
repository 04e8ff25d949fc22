import { AppError } from "@cairn/contract/errors";

import { keepRef } from "#server/domain/implementations/phases/keep-base.ts";
import { saySize } from "#server/domain/implementations/phases/measure-change.ts";
import type { RunPhase } from "#server/domain/implementations/phases/run-phase.ts";
import { diffCommits } from "#server/platform/git/diff/diff-commits.ts";
import { findMergeBase } from "#server/platform/git/history/find-merge-base.ts";
import { resolveCommit } from "#server/platform/git/objects/resolve-commit.ts";

/** Takes what was pushed as the change. It was checked by the push that brought it. */
export const readPush: RunPhase = {
  step: "build-implementation",
  async intend({ ctx, row, directory }) {
    const tip = await resolveCommit(directory, row.baseBranch, { signal: ctx.signal });
    const head = row.pushedOid;
    const base = tip && head && (await findMergeBase(directory, { commit: tip, other: head, signal: ctx.signal }));
    if (head === null || !base) {
      throw new AppError("conflict", { message: `What was pushed has no commit in common with ${row.baseBranch}.` });
    }
    return { base, head };
  },
  async perform(work, { base = "", head = "" }) {
    const { ctx, directory, row } = work;
    await keepRef(work, "base", base);
    await keepRef(work, "head", head);
    const { files } = await diffCommits(directory, { base, head, contextLines: 0, signal: ctx.signal });
    if (files.length === 0) {
      throw new AppError("conflict", { message: `What was pushed changes nothing against ${row.baseBranch}.` });
    }
    return {
      oid: head,
      summary: `Written elsewhere and pushed: ${saySize(files)}, up to commit ${head.slice(0, 8)}.`,
      found: { baseOid: base, headOid: head },
    };
  },
};
