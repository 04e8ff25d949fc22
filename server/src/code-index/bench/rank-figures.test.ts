import { expect, it } from "vitest";

import { chanceOfDifference, measureRanks, locationOf } from "./rank-figures.ts";

const cases = [
  { id: "1", query: "Let the task board wrap", gold: ["src/task-board.tsx"] },
  { id: "2", query: "Wrap long lines", gold: ["src/task-board.tsx", "src/lines.ts"] },
  { id: "3", query: "Wrap when narrow", gold: ["src/task-board.tsx"] },
  { id: "4", query: "Fold the taskBoard", gold: ["src/TaskBoard.tsx"] },
];

it("counts places, and apart those of files that no word names", () => {
  const { all, unnamed } = measureRanks(cases, [1, 4, 8, Infinity]);
  expect(all).toEqual({
    cases: 4,
    first: 0.25,
    firstFive: 0.5,
    firstTen: 0.75,
    meanReciprocal: (1 + 1 / 4 + 1 / 8) / 4,
  });
  expect(unnamed).toMatchObject({ cases: 1, firstTen: 1, firstFive: 0 });
});

it("takes the first of the changed files", () => {
  expect(locationOf(["b", "c"], ["a", "c", "b"])).toBe(2);
  expect(locationOf(["d"], ["a", "c", "b"])).toBe(Infinity);
});

it("tells chance from difference", () => {
  const measure = (locations: number[]): ReturnType<typeof measureRanks> => measureRanks([], locations);
  const [good, bad] = [measure(Array<number>(10).fill(1)), measure(Array<number>(10).fill(2))];
  expect(chanceOfDifference(good, bad, 1)).toBeCloseTo(2 / 2 ** 10, 12);
  expect(chanceOfDifference(bad, good, 1)).toBeCloseTo(2 / 2 ** 10, 12);
  expect(chanceOfDifference(good, bad, 5)).toBe(1);
  expect(chanceOfDifference(measure([1, 1, 2]), measure([2, 1, 1]), 1)).toBe(1);
});
