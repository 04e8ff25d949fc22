import { expect, it } from "vitest";

import type { DiffRow } from "./diff-rows.ts";
import { markChangedWords } from "./mark-changed-words.ts";

const rowsOf = (lines: readonly string[]): DiffRow[] =>
  lines.map((line, at) => ({
    kind: "line",
    line: {
      type: line.startsWith("+") ? "added" : line.startsWith("-") ? "deleted" : "context",
      content: line.slice(1),
      oldLine: at,
      newLine: at,
    },
  }));

it("marks words of lines that replaced each other, also where another line came between them", () => {
  const lines = [" a", "-const low = 2;", "-return low;", "+// Neap.", "+const low = 4;", "+return low;", " b", "+one"];
  const marked = markChangedWords(rowsOf(lines));
  const told = [...marked].map(([index, ranges]) =>
    ranges.map(({ start, end }) => `${index}: ${(lines[index] ?? "").slice(1).slice(start, end)}`),
  );
  expect(told.flat()).toEqual(["1: 2", "4: 4"]);
});
