import { expect, it } from "vitest";

import type { DiffHunk } from "#server/platform/git/diff/parse-diff.ts";

import { trimHunk } from "./trim-hunk.ts";

/** "  -+ " is two unchanged lines, a deleted and an added one, and an unchanged one. */
function makeHunk(signs: string, start: number): DiffHunk {
  let [oldLine, newLine] = [start, start];
  const lines = signs.split("").map((sign) => {
    const type = ({ " ": "context", "+": "added", "-": "deleted" } as const)[sign as " " | "+" | "-"];
    return {
      type,
      content: "x",
      oldLine: type === "added" ? null : oldLine++,
      newLine: type === "deleted" ? null : newLine++,
    };
  });
  const [oldLines, newLines] = [oldLine - start, newLine - start];
  return { oldStart: start, oldLines, newStart: start, newLines, heading: "", lines };
}

it.each([
  { signs: "    -+    ", before: 4, after: 2, kept: "    -+  ", start: 10 },
  { signs: "    -+    ", before: 1, after: 0, kept: " -+", start: 13 },
  { signs: "  -  +    ", before: 4, after: 2, kept: "  -  +  ", start: 10 },
  { signs: "-", before: 4, after: 2, kept: "-", start: 10 },
])("keeps of $signs $before lines before and $after after", ({ signs, before, after, kept, start }) => {
  expect(trimHunk(makeHunk(signs, 10), { before, after })).toEqual(makeHunk(kept, start));
});

it("leaves a new file where it starts", () => {
  const hunk = { ...makeHunk("++", 1), oldStart: 0, oldLines: 0 };
  expect(trimHunk(hunk, { before: 4, after: 2 })).toEqual(hunk);
});
