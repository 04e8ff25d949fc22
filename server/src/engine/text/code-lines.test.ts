import { expect, it } from "vitest";

import { codeLines } from "./code-lines.ts";

it("leaves out what nobody wrote by hand, and keeps the numbers of all others", () => {
  const lines = ["a", "x".repeat(401), "b".repeat(400)];
  expect(codeLines(lines)).toEqual(["a", "", "b".repeat(400)]);
  expect(codeLines(lines)).toBe(codeLines(lines));
  const short = ["a", "b"];
  expect(codeLines(short)).toBe(short);
});
