import { expect, it } from "vitest";

import { startCpuClock } from "#server/testing/cpu-clock.ts";

import { demandsSomething, endsProgram, readDeclaration, reachesIntoTests, skipsTest } from "./test-words.ts";

it.each([
  ["(", "it.", ""],
  ["", "[Fact(", ""],
  ["", "open(", ""],
  ["it", " ", "x"],
  [" assert", " ", "x"],
  ["expect(1", " ", "x"],
  ["", "expect(1==", ""],
  ["expect(", "1==", "x"],
  ["", "assert.", "x"],
  ["", "console.assert.", ""],
  ["", "def __eq__ ", ""],
  ["", ";exit ", ""],
])("goes over a line of %j, a hundred thousand characters of %j, and %j once", (first, repeated, last) => {
  const line = `${first}${repeated.repeat(100_000 / repeated.length)}${last}`;
  const cpuMs = startCpuClock();
  for (const judge of [readDeclaration, skipsTest, demandsSomething, reachesIntoTests, endsProgram]) judge(line);
  expect(cpuMs()).toBeLessThan(400);
});

it.each([
  ["it.it.it.skip('opens')", skipsTest, true],
  ["describe.each.only('opens')", skipsTest, true],
  ["it.each.concurrent('opens')", skipsTest, false],
  ['[Fact(Name = "[Fact("), Fact(Skip = "later")]', skipsTest, false],
  ['[Fact(Name = "[Fact(", Skip = "later")]', skipsTest, true],
  ["assert.expect.equal = () => {}", reachesIntoTests, true],
  ["assert.expect = () => {}", reachesIntoTests, true],
  ["assert.expect == equal", reachesIntoTests, false],
  ["def __eq__(a, b): def __eq__(a): return True", reachesIntoTests, true],
  ["open('a') + open('b', 'tests/a.json')", reachesIntoTests, true],
  ["tests = open('a')", reachesIntoTests, false],
  ["expect ( true )", demandsSomething, false],
  ["expect(  1  ).toBe(  1  );", demandsSomething, false],
  ["expect(  one  ).toBe(  1  );", demandsSomething, true],
])("judges %j as ever", (line, judge, isSo) => {
  expect(judge(line)).toBe(isSo);
});
