import { expect, it } from "vitest";

import { roundPath, wordPlace } from "./line-path.ts";

it("has its middle half way along the turns that it takes, not between its ends", () => {
  const around = roundPath([
    { x: 0, y: 0 },
    { x: 0, y: 300 },
    { x: 400, y: 300 },
    { x: 400, y: 0 },
  ]);
  expect(around.middle).toEqual({ x: 200, y: 300 });
});

it("places its word by what scaling the word does not move", () => {
  expect(wordPlace({ x: 200, y: 300 })).toBe("calc(200px - 50%) calc(300px - 50%)");
});
