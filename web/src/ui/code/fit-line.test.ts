import { expect, it } from "vitest";

import { fitLine } from "./fit-line.ts";

it("drops the indentation and moves the marks with it", () => {
  expect(fitLine("    return delay;", [[11, 16]])).toEqual({ text: "return delay;", ranges: [[7, 12]] });
});

it("begins shortly before a mark far to the right", () => {
  const { text, ranges } = fitLine(`${"a".repeat(100)}delay`, [[100, 105]]);
  expect(text).toBe(`…${"a".repeat(30)}delay`);
  expect(text.slice(...ranges[0]!)).toBe("delay");
});

it("keeps whitespace that matches", () => {
  expect(fitLine("  x", [[0, 2]])).toEqual({ text: "  x", ranges: [[0, 2]] });
});

it("does not cut a character of two units", () => {
  const { text } = fitLine(`${"a".repeat(69)}😀${"b".repeat(29)}delay`, [[100, 105]]);
  expect(text.startsWith("…😀b")).toBe(true);
});
