import { expect, it } from "vitest";

import { lineHash, parseLineHash } from "./line-range.ts";

it.each([
  ["#L18", { start: 18, end: 18 }],
  ["L18-L24", { start: 18, end: 24 }],
  ["#L24-18", { start: 18, end: 24 }],
  ["", null],
  ["#L0", null],
  ["#L", null],
  ["#L1-Lx", null],
  ["#readme", null],
  ["#L99999999", null],
])("reads %j", (hash, range) => {
  expect(parseLineHash(hash)).toEqual(range);
});

it("writes what it reads", () => {
  for (const hash of ["L7", "L7-L9"]) expect(lineHash(parseLineHash(hash) ?? { start: 0, end: 0 })).toBe(hash);
});
