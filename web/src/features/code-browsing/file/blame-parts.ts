import type { Blame } from "@cairn/contract/code-history";

/** Lines of one commit that are drawn together. */
interface BlamePart {
  /** Index of the first line, from 0. */
  from: number;
  lineCount: number;
  oid: string;
  /** Whether the run begins here; only the first part shows the commit. */
  isFirst: boolean;
}

/** Long runs are split into parts of this size, so that the browser can skip invisible ones. */
const maxPartLines = 50;

/** Splits the runs of a blame into parts. */
export function splitBlameRuns(runs: Blame["runs"]): BlamePart[] {
  return runs.flatMap(({ startLine, lineCount, oid }) =>
    Array.from({ length: Math.ceil(lineCount / maxPartLines) }, (_unused, piece) => {
      const done = piece * maxPartLines;
      return {
        from: startLine - 1 + done,
        lineCount: Math.min(maxPartLines, lineCount - done),
        oid,
        isFirst: piece === 0,
      };
    }),
  );
}
