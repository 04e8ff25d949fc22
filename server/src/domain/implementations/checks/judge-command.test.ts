import { expect, it } from "vitest";

import type { CheckToRun } from "./check-to-run.ts";
import { judgeCommand } from "./judge-command.ts";
import { makeRuns } from "./testing/make-runs.ts";

const check: CheckToRun = {
  kind: "test",
  criterionId: null,
  command: "npm test",
  expected: { exitCode: 0, outputContains: null },
  file: null,
};

/** "+" passed, "-" failed, "." was not run, "!" passed a limit; with tests behind: "+a" passed with the test a passed. */
const judge = (base: string[], result: string[]) => judgeCommand(check, makeRuns(check, { base, result }));

it.each([
  [["+"], ["+"], "passed", "passes with the change"],
  [["-"], ["+"], "passed", "did not pass before the change, and does now"],
  [["-"], ["-"], "failed-before", "did not pass before either"],
  [["."], ["."], "not-run", "no install"],
  [["+"], ["."], "broken", "no install"],
  [["-"], ["."], "failed-before", "no install"],
  [["+", "+"], ["-", "-"], "broken", "It passed before the change. With it: exit 1"],
  [["+", "+"], ["!", "!"], "broken", "With it: limit"],
  [["+", "-"], ["-", "+"], "flaky", "Before the change it passed 1 of 2 times, and with it passed 1 of 2 times."],
  [["+", "+", "+"], ["-", "+", "+"], "flaky", "with it passed 2 of 3 times"],
  [["+", "+", "+"], ["-", "+", "-"], "broken", "with it passed 1 of 3 times"],
  // test by test
  [["-a+b-"], ["-a-b-"], "broken", "One test that passed before fails now: “a”"],
  [["-a+b-"], ["-a+b-"], "failed-before", "did not pass before either"],
  [["-a+b-", "-a-b-"], ["-a-b-", "-a+b-"], "failed-before", "did not pass before either"],
  [["-a+b-"], ["-"], "broken", "“a”"],
  [["+a+b+"], ["+a+"], "fewer-tests", "one test that passed before did not run: “b”"],
  [["+a+b+"], ["+"], "fewer-tests", "2 tests that passed before did not run: “a”, “b”"],
  [["+a+b+"], ["+a+b?"], "fewer-tests", "“b”"],
  [["+a+b+"], ["+a+c+"], "passed", "But one test that passed before did not run: “b”."],
  [["+a+b+"], ["+a+b?c+"], "fewer-tests", "“b”"],
] as const)("%j before and %j after is %s", (base, result, verdict, reason) => {
  expect(judge([...base], [...result])).toMatchObject({ verdict, reason: expect.stringContaining(reason) });
});

it.each([
  [["+"], ["-"], true],
  [["+", "+"], ["-", "-"], false],
  [["+", "+"], ["-", "+"], true],
  [["+", "+", "+"], ["-", "+", "+"], false],
  [["-"], ["-"], false],
  [["+"], ["+"], false],
] as const)("%j before and %j after is run again: %s", (base, result, isDoubtful) => {
  expect(judge([...base], [...result]).isDoubtful).toBe(isDoubtful);
});
