import { expect, it } from "vitest";

import { replaceLines } from "./replace-lines.ts";

it("replaces lines of a text and leaves all others to the byte", () => {
  const edits = [
    { startLine: 1, count: 1, lines: ["A", "B"] },
    { startLine: 3, count: 1, lines: [] },
  ];
  expect(replaceLines("a\nb\r\nc\nd", edits)).toBe("A\nB\nb\r\nd");
});

it("ends new lines as the one that they begin at, and a text without a last line break as before", () => {
  expect(replaceLines("a\r\nb\r\n", [{ startLine: 2, count: 1, lines: ["x", "y"] }])).toBe("a\r\nx\r\ny\r\n");
  expect(replaceLines("a\r\nb", [{ startLine: 2, count: 1, lines: ["x", "y"] }])).toBe("a\r\nx\r\ny");
  expect(replaceLines("a", [{ startLine: 1, count: 1, lines: ["x"] }])).toBe("x");
});

it("refuses two edits of one line", () => {
  const edits = [
    { startLine: 1, count: 2, lines: ["x"] },
    { startLine: 2, count: 1, lines: ["y"] },
  ];
  expect(replaceLines("a\nb\nc\n", edits)).toBeNull();
});
