/** Lines that two sides changed in ways that do not go together, and what both began with. */
export interface ConflictHunk {
  /** Where it begins in the merged text with its marks, from 1. */
  line: number;
  ours: string[];
  base: string[];
  theirs: string[];
}

const size = 7;
const marks = { ours: "<".repeat(size), base: "|".repeat(size), theirs: "=".repeat(size), end: ">".repeat(size) };

/**
 * The conflicts in the lines of a merged text, as `mergeCommits` leaves them: each side is labelled with its commit, so
 * lines of the text itself that look like marks are not taken for such.
 */
export function parseConflicts(
  lines: readonly string[],
  { ours, theirs }: { ours: string; theirs: string },
): ConflictHunk[] {
  const hunks: ConflictHunk[] = [];
  let open: { hunk: ConflictHunk; side: "ours" | "base" | "theirs" } | null = null;
  for (const [at, line] of lines.entries()) {
    if (open === null) {
      if (line === `${marks.ours} ${ours}` || line.startsWith(`${marks.ours} ${ours}:`)) {
        open = { hunk: { line: at + 1, ours: [], base: [], theirs: [] }, side: "ours" };
      }
    } else if (open.side === "ours" && line.startsWith(`${marks.base} `)) open.side = "base";
    else if (open.side !== "theirs" && line === marks.theirs) open.side = "theirs";
    else if (
      open.side === "theirs" &&
      (line === `${marks.end} ${theirs}` || line.startsWith(`${marks.end} ${theirs}:`))
    ) {
      hunks.push(open.hunk);
      open = null;
    } else open.hunk[open.side].push(line);
  }
  return hunks;
}
