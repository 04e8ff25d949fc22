import type { Blame } from "@cairn/contract/code-history";

/** Lines of one commit that are drawn together. */
interface BlamePart {
  /** Index of the first line, from 0. */
  from: number;
  lineCount: number;
  oid: string;
  /** Whether the run begins here; only there it says whose it is. */
  isFirst: boolean;
}

/** A long run is drawn in pieces of this size, so that the browser can leave out those it does not show. */
const maxPartLines = 50;

/** The runs of a blame, long ones cut. */
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
