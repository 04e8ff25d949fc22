import { expect, it } from "vitest";

import { checkContentLoss } from "./check-content-loss.ts";

it.each([
  ["a longer text", 500, 900, null],
  ["half of a text", 1000, 500, null],
  ["less than half of a long text", 1900, 210, "The new text has 210 of 1,900 characters"],
  ["one character less than half", 402, 200, "The new text has 200 of 402 characters"],
  ["little in the place of little", 400, 1, null],
  ["nothing in the place of little", 3, 0, "The code says nothing about this any more"],
  ["anything in the place of nothing", 0, 0, null],
])("%s", (_name, former, next, reason) => {
  expect(checkContentLoss("x".repeat(former), "y".repeat(next))).toBe(reason);
});
