import { expect, it } from "vitest";

import { splitMatches } from "./matched-parts.ts";

it("marks runs of matching letters", () => {
  expect(splitMatches("src/delay.ts", [0, 4, 5, 11])).toEqual([
    { from: 0, text: "s", isMatch: true },
    { from: 1, text: "rc/", isMatch: false },
    { from: 4, text: "de", isMatch: true },
    { from: 6, text: "lay.t", isMatch: false },
    { from: 11, text: "s", isMatch: true },
  ]);
});

it("keeps a text without matches whole, and ignores offsets beyond it", () => {
  expect(splitMatches("a.ts", [])).toEqual([{ from: 0, text: "a.ts", isMatch: false }]);
  expect(splitMatches("", [3])).toEqual([]);
});
