import { expect, it } from "vitest";

import { listDiffRows } from "./diff-rows.ts";
import type { DiffRow } from "./diff-rows.ts";

const newLines = Array.from({ length: 40 }, (_unused, index) => `line ${index + 1}`);
const context = (oldLine: number, newLine: number) => ({
  type: "context" as const,
  content: `line ${newLine}`,
  oldLine,
  newLine,
});
/** One line added at 10, another at 30. */
const hunks = [
  {
    oldStart: 9,
    oldLines: 2,
    newStart: 9,
    newLines: 3,
    heading: "",
    lines: [context(9, 9), { type: "added" as const, content: "line 10", oldLine: null, newLine: 10 }, context(10, 11)],
  },
  {
    oldStart: 28,
    oldLines: 0,
    newStart: 30,
    newLines: 1,
    heading: "function late()",
    lines: [{ type: "added" as const, content: "line 30", oldLine: null, newLine: 30 }],
  },
];
const inWords = (rows: DiffRow[]) =>
  rows.map((row) =>
    row.kind === "gap"
      ? `gap ${row.gap}: ${row.hiddenLines ?? "?"}`
      : `${row.line.oldLine ?? "-"} ${row.line.newLine ?? "-"}`,
  );

it("shows hunks with the gaps around them", () => {
  const rows = listDiffRows({ hunks, shownLines: new Map(), newLines: null, hasEnd: true });
  expect(inWords(rows)).toEqual(["gap 0: 8", "9 9", "- 10", "10 11", "gap 1: 18", "- 30", "gap 2: ?"]);
});

it("shows lines of a gap above the change, with the numbers of both sides", () => {
  const rows = listDiffRows({ hunks, shownLines: new Map([[1, { above: 0, below: 2 }]]), newLines, hasEnd: true });
  expect(inWords(rows)).toEqual([
    "gap 0: 8",
    "9 9",
    "- 10",
    "10 11",
    "gap 1: 16",
    "27 28",
    "28 29",
    "- 30",
    "gap 2: 10",
  ]);
});

it("shows lines of a gap below the change before it as well, and each once", () => {
  const shown = (above: number, below: number) =>
    inWords(listDiffRows({ hunks, shownLines: new Map([[1, { above, below }]]), newLines, hasEnd: true })).slice(4, -2);
  expect(shown(2, 1)).toEqual(["11 12", "12 13", "gap 1: 15", "28 29"]);
  const all = Array.from({ length: 18 }, (_unused, at) => `${at + 11} ${at + 12}`);
  expect(shown(10, 10)).toEqual(all);
  expect(shown(40, 0)).toEqual(all);
});

it("shows lines after the last change, to the end of the file", () => {
  const rows = listDiffRows({ hunks, shownLines: new Map([[2, { above: 100, below: 0 }]]), newLines, hasEnd: true });
  expect(inWords(rows).slice(-2)).toEqual(["37 39", "38 40"]);
  expect(rows.some((row) => row.kind === "gap" && row.gap === 2)).toBe(false);
});

it("shows no gaps for a new file", () => {
  const hunk = { ...hunks[1], oldStart: 0, newStart: 1, heading: "", lines: [context(0, 1)] };
  const rows = listDiffRows({ hunks: [hunk as never], shownLines: new Map(), newLines: null, hasEnd: false });
  expect(inWords(rows)).toEqual(["0 1"]);
});
