import type { FileDiff } from "@cairn/contract/code-history";

type FileDiffHunk = FileDiff["hunks"][number];
/** A line of one hunk with its number on each side. */
export type DiffLine = FileDiffHunk["lines"][number];

/** One row of a diff: a line, or a gap of hidden unchanged lines. */
export type DiffRow =
  | { kind: "line"; line: DiffLine }
  /**
   * `hiddenLines` is null for the last gap while the length of the file is unknown. `opensDown`: there is a change above it,
   * and one below. `isLast`: there is none below.
   */
  | { kind: "gap"; gap: number; hiddenLines: number | null; heading: string; opensDown: boolean; isLast: boolean };

/** Lines of a gap that are shown beside the change above it, and beside the one below. */
export interface ShownLines {
  above: number;
  below: number;
}

/** Unchanged lines before the hunk with the same index; one more gap follows the last hunk. */
interface Gap {
  /** First hidden line of the new side, from 1. */
  newFrom: number;
  newEnd: number | null;
  oldOffset: number;
}

interface DiffRowsInput {
  hunks: readonly FileDiffHunk[];
  /** By gap index. */
  shownLines: ReadonlyMap<number, ShownLines>;
  /** All lines of the new side; null until loaded. */
  newLines: readonly string[] | null;
  /** Whether there may be lines after the last hunk; false for a new or deleted file. */
  hasEnd: boolean;
}

/**
 * Lists the rows of a diff. Shown lines of a gap are adjacent to the change they explain, above it or below it.
 */
export function listDiffRows({ hunks, shownLines, newLines, hasEnd }: DiffRowsInput): DiffRow[] {
  const rows: DiffRow[] = [];
  const addGap = (index: number, gap: Gap, heading: string) => {
    const newEnd = gap.newEnd ?? newLines?.length ?? null;
    const count = newEnd === null ? null : newEnd - gap.newFrom + 1;
    const asked = shownLines.get(index) ?? { above: 0, below: 0 };
    const above = newLines ? Math.min(asked.above, count ?? 0) : 0;
    const below = newLines ? Math.min(asked.below, (count ?? 0) - above) : 0;
    const hiddenLines = count === null ? null : count - above - below;
    const toRows = (from: number, shown: number) =>
      (newLines ?? []).slice(from - 1, from - 1 + shown).map((content, at): DiffRow => ({
        kind: "line",
        line: { type: "context", content, oldLine: from + at - gap.oldOffset, newLine: from + at },
      }));
    const opensDown = index > 0 && gap.newEnd !== null;
    rows.push(...toRows(gap.newFrom, above));
    if (hiddenLines !== 0)
      rows.push({ kind: "gap", gap: index, hiddenLines, heading, opensDown, isLast: gap.newEnd === null });
    rows.push(...toRows((newEnd ?? 0) - below + 1, below));
  };
  let next = { newLine: 1, oldLine: 1 };
  for (const [index, hunk] of hunks.entries()) {
    const { first, after } = hunkBounds(hunk);
    const gap = { newFrom: next.newLine, newEnd: first.newLine - 1, oldOffset: next.newLine - next.oldLine };
    if (gap.newEnd >= gap.newFrom) addGap(index, gap, hunk.heading);
    rows.push(...hunk.lines.map((line): DiffRow => ({ kind: "line", line })));
    next = after;
  }
  if (hunks.length > 0 && hasEnd) {
    addGap(hunks.length, { newFrom: next.newLine, newEnd: null, oldOffset: next.newLine - next.oldLine }, "");
  }
  return rows;
}

/** For a side without lines git gives the number of the line before it. */
function hunkBounds({ newStart, newLines, oldStart, oldLines }: FileDiffHunk) {
  const first = {
    newLine: newLines === 0 ? newStart + 1 : newStart,
    oldLine: oldLines === 0 ? oldStart + 1 : oldStart,
  };
  return { first, after: { newLine: first.newLine + newLines, oldLine: first.oldLine + oldLines } };
}
