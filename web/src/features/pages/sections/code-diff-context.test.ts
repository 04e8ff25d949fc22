import { expect, it } from "vitest";

import { shiftLines } from "./code-diff-context.ts";

function hunk(oldStart: number, oldLines: number, newLines: number) {
  return { oldStart, oldLines, newStart: oldStart, newLines, heading: "", lines: [] };
}

it("moves lines by what was changed above them and stretches them by what was changed within", () => {
  const lines = { startLine: 18, endLine: 24 };
  expect(shiftLines(lines, [])).toEqual({ start: 18, end: 24 });
  expect(shiftLines(lines, [hunk(1, 3, 8)])).toEqual({ start: 23, end: 29 });
  expect(shiftLines(lines, [hunk(20, 2, 6)])).toEqual({ start: 18, end: 28 });
  expect(shiftLines(lines, [hunk(40, 2, 9)])).toEqual({ start: 18, end: 24 });
  expect(shiftLines({ startLine: 3, endLine: 5 }, [hunk(1, 9, 0)])).toEqual({ start: 3, end: 3 });
});
