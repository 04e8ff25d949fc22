import { expect, it } from "vitest";

import { findChangedRanges, markRange } from "./changed-range.ts";

it("finds what differs in the middle of a line", () => {
  const before = "const delay = actual - plan;";
  const after = "const delay = actual - planned;";
  const ranges = findChangedRanges(before, after);
  expect(before.slice(ranges?.before.start, ranges?.before.end)).toBe("");
  expect(after.slice(ranges?.after.start, ranges?.after.end)).toBe("ned");
});

it("never counts a character twice", () => {
  expect(findChangedRanges("aaaa aaaa", "aaaa aaaa aaaa")).toEqual({
    before: { start: 9, end: 9 },
    after: { start: 9, end: 14 },
  });
});

it("marks nothing where the lines have little in common", () => {
  expect(findChangedRanges("import a from 'b'", "return 42;")).toBeNull();
});

it("cuts coloured pieces at the range", () => {
  const tokens = [
    { text: "const ", color: "red" },
    { text: "delay", color: undefined },
  ];
  expect(markRange(tokens, { start: 4, end: 8 })).toEqual([
    { text: "cons", color: "red", isMarked: false },
    { text: "t ", color: "red", isMarked: true },
    { text: "de", color: undefined, isMarked: true },
    { text: "lay", color: undefined, isMarked: false },
  ]);
});
