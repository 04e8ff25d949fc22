import { expect, it } from "vitest";

import { findChangedWords, markRanges, pairLines } from "./changed-range.ts";

const wordsOf = (before: string, after: string) => {
  const changed = findChangedWords(before, after);
  const cut = (line: string, ranges: { start: number; end: number }[]) =>
    ranges.map(({ start, end }) => line.slice(start, end));
  return changed && [cut(before, changed.before), cut(after, changed.after)];
};

it("finds the words that differ, wherever they stand in a line", () => {
  expect(wordsOf("const delay = actual - plan;", "const delay = actual - planned;")).toEqual([["plan"], ["planned"]]);
  expect(wordsOf("send(first, 200, body);", "send(last, 200, text);")).toEqual([
    ["first", "body"],
    ["last", "text"],
  ]);
  expect(wordsOf("the old tide table of today", "the new ferry table of today")).toEqual([["old tide"], ["new ferry"]]);
});

it("counts no character twice", () => {
  expect(wordsOf("aaaa aaaa", "aaaa aaaa aaaa")).toEqual([[], [" aaaa"]]);
});

it("marks nothing where the lines have little in common, and one range where they have many changes", () => {
  expect(findChangedWords("import a from 'b'", "return 42;")).toBeNull();
  const [before, after] = ["a", "b"].map((letter) => `same ${"x".repeat(400)} ${`${letter} `.repeat(100)}end`);
  expect(wordsOf(before ?? "", after ?? "")?.map((parts) => parts.length)).toEqual([1, 1]);
});

it("pairs lines that have most in common, where more came than went", () => {
  const removed = ["const low = read(station);", "return low;"];
  const added = [
    "// Null where nobody measured.",
    "const low = await read(station);",
    "if (!low) throw gone();",
    "return low ?? 0;",
  ];
  expect(pairLines(removed, added)).toEqual([
    [0, 1],
    [1, 3],
  ]);
  expect(pairLines(["alpha beta"], ["gamma delta", "epsilon"])).toEqual([]);
  // Lines never cross.
  expect(pairLines(["one two three", "four five six"], ["four five six!", "one two three!"])).toHaveLength(1);
});

it("pairs large blocks line by line where both have as many", () => {
  const lines = Array.from({ length: 40 }, (_, at) => `line ${at}`);
  expect(pairLines(lines, lines)).toHaveLength(40);
  expect(pairLines(lines, lines.slice(1))).toEqual([]);
});

it("cuts coloured pieces at the ranges", () => {
  const tokens = [
    { text: "const ", color: "red" },
    { text: "delay", color: undefined },
  ];
  expect(
    markRanges(tokens, [
      { start: 0, end: 1 },
      { start: 4, end: 8 },
    ]),
  ).toEqual([
    { text: "c", color: "red", isMarked: true },
    { text: "ons", color: "red", isMarked: false },
    { text: "t ", color: "red", isMarked: true },
    { text: "de", color: undefined, isMarked: true },
    { text: "lay", color: undefined, isMarked: false },
  ]);
});
