import { AppError } from "@cairn/contract/errors";

import { tryMerge } from "#server/domain/implementations/mergeability/try-merge.ts";
import { authorOf } from "#server/domain/implementations/phases/commit-change.ts";
import { keepRef } from "#server/domain/implementations/phases/keep-base.ts";
import type { Rerun } from "#server/domain/implementations/phases/rerun-steps.ts";
import type { RunPhase } from "#server/domain/implementations/phases/run-phase.ts";
import { writeTreeCommit } from "#server/platform/git/patches/write-tree-commit.ts";

/** Lays the change onto the base branch, with git's marks where they conflict, for an engine to go on with. */
export function prepareConflicts({ intent }: Extract<Rerun, { kind: "conflicts" }>): RunPhase {
  return {
    step: "merge-conflicts-implementation",
    async intend({ ctx }) {
      return { ...intent, at: ctx.now().toISOString() };
    },
    async perform(work, { former = "", tip = "", at = "" }) {
      const { ctx, row, directory } = work;
      const merged = await tryMerge(directory, { tip, head: former });
      if (merged.kind === "unrelated") {
        throw new AppError("conflict", { message: `It has no commit in common with ${row.baseBranch} any more.` });
      }
      const commit = await writeTreeCommit(directory, {
        tree: merged.tree,
        parents: [tip],
        message: `${row.brief.title}\n\nLaid onto ${row.baseBranch}, with marks where the two conflict.\n`,
        author: authorOf(ctx),
        date: new Date(at),
        signal: ctx.signal,
      });
      await keepRef(work, "base", tip);
      await keepRef(work, "head", commit);
      const count = merged.kind === "clean" ? 0 : merged.files.length;
      return {
        oid: commit,
        summary: `The change is laid onto ${row.baseBranch} at ${tip.slice(0, 8)}; ${count === 1 ? "one file conflicts" : `${count} files conflict`}.`,
        found: { baseOid: tip, headOid: commit },
      };
    },
  };
}
