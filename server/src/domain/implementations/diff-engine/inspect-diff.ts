import type { RunPhase } from "#server/domain/implementations/phases/run-phase.ts";
import { diffCommits, type CommitDiff } from "#server/platform/git/diff/diff-commits.ts";

/** A change that somebody else wrote stays as it is; what looks forgotten is said. */
export const inspectDiff: RunPhase = {
  step: "cleanup-implementation",
  async intend() {
    return {};
  },
  async perform({ ctx, row, directory }) {
    const { baseOid, headOid } = row;
    const request = { base: baseOid, head: headOid ?? "", contextLines: 0, signal: ctx.signal };
    const found = listLeftovers(await diffCommits(directory, request));
    const summary =
      found.length === 0
        ? "The change is left as it was written. Nothing in it looks forgotten."
        : `The change is left as it was written. ${found.length} of its lines look forgotten: the log names them.`;
    return { oid: null, summary, log: found.map((text) => ({ kind: "problem", text })) };
  },
};

/** Enough to see what it is about. */
const maxNamed = 20;

function listLeftovers({ files }: CommitDiff): string[] {
  const found: string[] = [];
  for (const { path, hunks } of files) {
    for (const { type, content, newLine } of hunks.flatMap(({ lines }) => lines)) {
      if (type !== "added") continue;
      if (/^(?:<{7}|>{7})(?: |$)/.test(content)) found.push(`${path}:${newLine} is a mark of a conflict`);
      else if (/[ \t]+\r?$/.test(content)) found.push(`${path}:${newLine} ends in spaces`);
    }
  }
  return found.slice(0, maxNamed);
}
