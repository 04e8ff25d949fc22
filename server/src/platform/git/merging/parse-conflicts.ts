/** Lines that two sides changed in ways that do not go together, and what both began with. */
export interface ConflictHunk {
  /** Where it begins in the merged text with its marks, from 1. */
  line: number;
  ours: string[];
  base: string[];
  theirs: string[];
}

/** A part of a merged text: lines that are merged, or a conflict. */
export type MergedPiece = { kind: "same"; lines: string[] } | ({ kind: "conflict" } & ConflictHunk);

const size = 7;
const marks = { ours: "<".repeat(size), base: "|".repeat(size), theirs: "=".repeat(size), end: ">".repeat(size) };

/**
 * The parts of the lines of a merged text, as `mergeCommits` leaves them: each side is labelled with its commit, so lines
 * of the text itself that look like marks are not taken for such. A conflict without its end is none.
 */
export function splitMerged(
  lines: readonly string[],
  { ours, theirs }: { ours: string; theirs: string },
): MergedPiece[] {
  const pieces: MergedPiece[] = [];
  let same: string[] = [];
  let open: { hunk: ConflictHunk; side: "ours" | "base" | "theirs" } | null = null;
  const isMark = (line: string, mark: string, label: string) =>
    line === `${mark} ${label}` || line.startsWith(`${mark} ${label}:`);
  for (const [at, line] of lines.entries()) {
    if (open === null) {
      if (isMark(line, marks.ours, ours)) {
        open = { hunk: { line: at + 1, ours: [], base: [], theirs: [] }, side: "ours" };
      } else same.push(line);
    } else if (open.side === "ours" && line.startsWith(`${marks.base} `)) open.side = "base";
    else if (open.side !== "theirs" && line === marks.theirs) open.side = "theirs";
    else if (open.side === "theirs" && isMark(line, marks.end, theirs)) {
      if (same.length > 0) pieces.push({ kind: "same", lines: same });
      pieces.push({ kind: "conflict", ...open.hunk });
      same = [];
      open = null;
    } else open.hunk[open.side].push(line);
  }
  if (open !== null) same.push(...lines.slice(open.hunk.line - 1));
  if (same.length > 0) pieces.push({ kind: "same", lines: same });
  return pieces;
}

/** The conflicts alone. */
export function parseConflicts(lines: readonly string[], labels: { ours: string; theirs: string }): ConflictHunk[] {
  return splitMerged(lines, labels).flatMap((piece) => {
    if (piece.kind === "same") return [];
    const { kind: _kind, ...hunk } = piece;
    return [hunk];
  });
}
