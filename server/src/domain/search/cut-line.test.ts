import { expect, it } from "vitest";

import { cutLine } from "./cut-line.ts";

const marked = ({ text, ranges }: ReturnType<typeof cutLine>) => ranges.map(([from, to]) => text.slice(from, to));

it("leaves lines alone that are short enough", () => {
  const line = { text: "a pier", ranges: [[2, 6]] as [number, number][] };
  expect(cutLine(line, 6)).toEqual(line);
});

it.each([0, 1, 99, 100, 101, 250, 695, 700])("keeps a match at %i and what is right around it", (at) => {
  const text = `${"x".repeat(at)}pier${"y".repeat(700 - at)}`;
  const cut = cutLine({ text, ranges: [[at, at + 4]] }, 100);
  expect(cut.text).toHaveLength(100);
  expect(marked(cut)).toEqual(["pier"]);
});

it("drops matches that were cut away and shortens those on the edge", () => {
  const text = `${"a".repeat(10)}${"b".repeat(500)}`;
  const cut = cutLine({ text, ranges: [[0, 1], [5, 500], [505, 510]] }, 100); // prettier-ignore
  expect(cut.text).toHaveLength(100);
  expect(cut.ranges).toEqual([
    [0, 1],
    [5, 100],
  ]);
});

it("never splits a character, wherever it cuts", () => {
  for (let at = 0; at < 60; at += 1) {
    const text = `${"🚢".repeat(at)}pier${"⛴🚢".repeat(80)}`;
    for (const length of [20, 21, 22, 23]) {
      const cut = cutLine({ text, ranges: [[at * 2, at * 2 + 4]] }, length);
      expect(cut.text.isWellFormed()).toBe(true);
      expect(cut.text.length).toBeLessThanOrEqual(length);
      expect(marked(cut)).toEqual(["pier"]);
    }
  }
});
