import { expect, it } from "vitest";

import { stepZoom } from "./zoom.ts";

it.each([
  [1, 1, 1.2],
  [1.2, -1, 1],
  [2.9, 1, 3],
  [3, 1, 3],
  [0.2, -1, 0.1],
  [0.1, -1, 0.1],
  [0.1, 1, 0.3],
] as const)("steps from %d by %d to %d", (zoom, direction, next) => {
  expect(stepZoom(zoom, direction)).toBe(next);
});
