import { expect, it } from "vitest";

import { computeBlameShade, blameShades } from "./blame-shade.ts";

const span = { oldestMs: 1_000, newestMs: 7_000 };

it("runs from the oldest to the newest", () => {
  expect(computeBlameShade(1_000, span)).toBe(0);
  expect(computeBlameShade(4_000, span)).toBe(3);
  expect(computeBlameShade(7_000, span)).toBe(blameShades - 1);
});

it("stays on the scale whatever a commit claims about its date", () => {
  expect(computeBlameShade(-5, span)).toBe(0);
  expect(computeBlameShade(99_999, span)).toBe(blameShades - 1);
});

it("shows a file of one commit as new", () => {
  expect(computeBlameShade(1_000, { oldestMs: 1_000, newestMs: 1_000 })).toBe(blameShades - 1);
});
