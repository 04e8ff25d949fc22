import type { DiffHunk, DiffLine } from "#server/platform/git/diff/parse-diff.ts";

import type { LineRange } from "./follow-range.ts";

/** Unchanged lines shown around what changed, and lines beside the cited ones in which a change is shown. */
export const linesAround = 3;
/** More is not shown of one hunk. */
const maxLines = 400;

/** The part of a hunk that is in lines of the former text or right beside them; null where it changes nothing there. */
export function cutHunk(hunk: DiffHunk, { startLine, endLine }: LineRange): DiffHunk | null {
  const [first, last] = [startLine - linesAround, endLine + linesAround];
  let above = hunk.oldStart - 1;
  const near = hunk.lines.filter(({ oldLine }) => {
    above = oldLine ?? above;
    // An added line belongs to the line above it.
    return oldLine === null ? above >= first && above <= last : oldLine >= first && oldLine <= last;
  });
  const lines = near.slice(0, maxLines);
  if (lines.every(({ type }) => type === "context")) return null;
  return { heading: hunk.heading, ...measure(hunk, lines), lines };
}

/** A side without lines is given as git does, by the line above. */
function measure(hunk: DiffHunk, lines: readonly DiffLine[]): Omit<DiffHunk, "heading" | "lines"> {
  const side = (lineOf: (line: DiffLine) => number | null, start: number) => {
    const numbers = lines.flatMap((line) => lineOf(line) ?? []);
    if (numbers.length > 0) return { start: numbers[0] ?? start, count: numbers.length };
    const [at] = lines;
    const ahead = hunk.lines.slice(0, at ? hunk.lines.indexOf(at) : 0).flatMap((line) => lineOf(line) ?? []);
    return { start: ahead.at(-1) ?? start, count: 0 };
  };
  const before = side(({ oldLine }) => oldLine, hunk.oldStart);
  const after = side(({ newLine }) => newLine, hunk.newStart);
  return { oldStart: before.start, oldLines: before.count, newStart: after.start, newLines: after.count };
}
