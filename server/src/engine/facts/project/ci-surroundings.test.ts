import { expect, it } from "vitest";

import { startCpuClock } from "#server/testing/cpu-clock.ts";

import { ciSurroundings } from "./ci-surroundings.ts";

const workflow = (value: string) => [
  "jobs:",
  "  test:",
  "    steps:",
  "      - run: make",
  "        env:",
  `          TIDE: ${value}`,
];

it("reads what a command is given", () => {
  expect(ciSurroundings(workflow("high  # as in June "), 4)).toMatchObject({ environment: ["TIDE=high"], lines: [6] });
});

it("of a hostile workflow takes no longer", () => {
  const workedMs = startCpuClock();
  ciSurroundings([...workflow("high"), `          TIDE: x${" ".repeat(40_000)}x`], 4);
  expect(workedMs()).toBeLessThan(1_000);
});
