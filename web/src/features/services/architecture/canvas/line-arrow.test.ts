import { expect, it } from "vitest";

import { arrowAt } from "./line-arrow.ts";

it.each([
  ["top", "M100 200 l-16 -20 h32z"],
  ["bottom", "M100 200 l-16 20 h32z"],
  ["left", "M100 200 l-20 -16 v32z"],
  ["right", "M100 200 l20 -16 v32z"],
] as const)("touches the %s of a card with its tip and lies outside of it", (side, path) => {
  expect(arrowAt({ x: 100, y: 200 }, side, 5)).toBe(path);
});
