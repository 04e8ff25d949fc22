import type { DiffHunk } from "#server/platform/git/diff/parse-diff.ts";

/** The hunk with at most so many unchanged lines before its first and after its last change. */
export function trimHunk(hunk: DiffHunk, { before, after }: { before: number; after: number }): DiffHunk {
  const isChange = ({ type }: DiffHunk["lines"][number]) => type !== "context";
  const first = hunk.lines.findIndex(isChange);
  if (first === -1) return hunk;
  const last = hunk.lines.findLastIndex(isChange);
  const lines = hunk.lines.slice(Math.max(0, first - before), last + 1 + after);
  const cutBefore = Math.max(0, first - before);
  const cut = hunk.lines.length - lines.length;
  // A side without lines is counted from the line before it, which no cut moves: nothing unchanged stands there.
  const start = (from: number, count: number) => (count === 0 ? from : from + cutBefore);
  return {
    ...hunk,
    oldStart: start(hunk.oldStart, hunk.oldLines),
    newStart: start(hunk.newStart, hunk.newLines),
    oldLines: hunk.oldLines - cut,
    newLines: hunk.newLines - cut,
    lines,
  };
}
