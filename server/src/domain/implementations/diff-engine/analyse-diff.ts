import { findBase, keepBase } from "#server/domain/implementations/phases/keep-base.ts";
import type { RunPhase } from "#server/domain/implementations/phases/run-phase.ts";

import { readBrief } from "./read-brief.ts";

/** Reads the diff of the task, and keeps the commit that it will be applied to. */
export const analyseDiff: RunPhase = {
  step: "code-analysis",
  async intend(work) {
    return { base: await findBase(work) };
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

function sayFile(oldPath: string | null, newPath: string | null): string {
  if (oldPath === null) return `New: ${newPath}`;
  if (newPath === null) return `Deleted: ${oldPath}`;
  return oldPath === newPath ? `Changed: ${newPath}` : `Renamed: ${oldPath} to ${newPath}`;
}
