import { expect, it } from "vitest";

import { splitBlameRuns } from "./blame-parts.ts";

it("cuts long runs and names each once", () => {
  const parts = splitBlameRuns([
    { startLine: 1, lineCount: 2, oid: "a" },
    { startLine: 3, lineCount: 120, oid: "b" },
  ]);
  expect(parts).toEqual([
    { from: 0, lineCount: 2, oid: "a", isFirst: true },
    { from: 2, lineCount: 50, oid: "b", isFirst: true },
    { from: 52, lineCount: 50, oid: "b", isFirst: false },
    { from: 102, lineCount: 20, oid: "b", isFirst: false },
  ]);
});

it("has nothing to draw for an empty file", () => {
  expect(splitBlameRuns([])).toEqual([]);
});
