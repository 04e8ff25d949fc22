import { expect, it } from "vitest";

import { orderByScore } from "./order-by-score.ts";

it("puts the highest first, and the lower number among equals", () => {
  const scores = Float64Array.of(0.5, 7, 0.25, 7, 1e-9, 0.5);
  expect(orderByScore([5, 4, 3, 2, 1, 0], scores)).toEqual([1, 3, 0, 5, 2, 4]);
  expect(orderByScore([2, 0], scores)).toEqual([0, 2]);
  expect(orderByScore([], scores)).toEqual([]);
});

it("keeps the last of two million apart from its neighbour", () => {
  const scores = new Float32Array(2_000_000);
  scores.set([3, 3.5], 1_999_998);
  expect(orderByScore([1_999_998, 1_999_999], scores)).toEqual([1_999_999, 1_999_998]);
});
