import type { FileDiff } from "@cairn/contract/code-history";

type FileDiffHunk = FileDiff["hunks"][number];
/** A line of one hunk with its number on each side. */
export type DiffLine = FileDiffHunk["lines"][number];

/** One row of a diff: a line, or a gap of hidden unchanged lines. */
export type DiffRow =
  | { kind: "line"; line: DiffLine }
  /** `hiddenLines` is null for the last gap while the length of the file is unknown. */
  | { kind: "gap"; gap: number; hiddenLines: number | null; heading: string };

/** Unchanged lines before the hunk with the same index; one more gap follows the last hunk. */
interface Gap {
  /** First hidden line of the new side, from 1. */
  newFrom: number;
  newEnd: number | null;
  oldOffset: number;
}

interface DiffRowsInput {
  hunks: readonly FileDiffHunk[];
  /** Number of lines to show of each gap, by gap index. */
  shownLines: ReadonlyMap<number, number>;
  /** All lines of the new side; null until loaded. */
  newLines: readonly string[] | null;
  /** Whether there may be lines after the last hunk; false for a new or deleted file. */
  hasEnd: boolean;
}

/**
 * Lists the rows of a diff. Shown lines of a gap are adjacent to the change they explain: above it, or below the last
 * change.
 */
export function listDiffRows({ hunks, shownLines, newLines, hasEnd }: DiffRowsInput): DiffRow[] {
  const rows: DiffRow[] = [];
  const addGap = (index: number, gap: Gap, heading: string) => {
    const newEnd = gap.newEnd ?? newLines?.length ?? null;
    const count = newEnd === null ? null : newEnd - gap.newFrom + 1;
    const shown = newLines ? Math.min(shownLines.get(index) ?? 0, count ?? 0) : 0;
    const hiddenLines = count === null ? null : count - shown;
    const isLast = gap.newEnd === null;
    const from = isLast ? gap.newFrom : (newEnd ?? 0) - shown + 1;
    const lines = (newLines ?? []).slice(from - 1, from - 1 + shown).map((content, at): DiffRow => ({
      kind: "line",
      line: { type: "context", content, oldLine: from + at - gap.oldOffset, newLine: from + at },
    }));
    const rest: DiffRow[] = hiddenLines === 0 ? [] : [{ kind: "gap", gap: index, hiddenLines, heading }];
    rows.push(...(isLast ? [...lines, ...rest] : [...rest, ...lines]));
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
