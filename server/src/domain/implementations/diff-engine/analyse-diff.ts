import { AppError } from "@cairn/contract/errors";

import type { PhaseWork, RunPhase } from "#server/domain/implementations/phases/run-phase.ts";
import { runRef } from "#server/domain/implementations/phases/run-refs.ts";
import { resolveCommit } from "#server/platform/git/objects/resolve-commit.ts";
import { moveRef, readRef } from "#server/platform/git/refs/move-ref.ts";

import { readBrief } from "./read-brief.ts";

/** Reads the diff of the task, and keeps the commit that it will be applied to. */
export const analyseDiff: RunPhase = {
  step: "code-analysis",
  async intend({ row, directory, ctx }) {
    const base = await resolveCommit(directory, row.baseBranch, { signal: ctx.signal });
    if (base === null) {
      throw new AppError("conflict", { message: `The repository has no branch “${row.baseBranch}” any more.` });
    }
    return { base };
  },
  async perform(work, { base = "" }) {
    const { files } = readBrief(work.row);
    await keepBase(work, base);
    const count = files.length === 1 ? "one file" : `${files.length} files`;
    return {
      oid: base,
      summary: `The diff is about ${count}. It goes onto ${work.row.baseBranch} at ${base.slice(0, 8)}.`,
      found: { baseOid: base },
      log: files.map(({ oldPath, newPath }) => ({ kind: "note", text: sayFile(oldPath, newPath) })),
    };
  },
};

/** A run that goes on may begin at another commit than the one before it, so the ref is moved from wherever it is. */
async function keepBase({ ctx, row, directory }: PhaseWork, base: string): Promise<void> {
  const ref = runRef(row.implementationId, "base");
  const expected = await readRef(directory, ref, ctx);
  if (!(await moveRef(directory, { ref, oid: base, expected, signal: ctx.signal }))) {
    throw new AppError("unavailable", { message: "Somebody else works on this implementation." });
  }
}

function sayFile(oldPath: string | null, newPath: string | null): string {
  if (oldPath === null) return `New: ${newPath}`;
  if (newPath === null) return `Deleted: ${oldPath}`;
  return oldPath === newPath ? `Changed: ${newPath}` : `Renamed: ${oldPath} to ${newPath}`;
}
