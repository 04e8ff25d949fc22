import { beforeEach, expect, it } from "vitest";

import type { FinishedUnit, StageMessage } from "./stage-messages.ts";
import { createTestProgress, type TestProgress } from "./test-progress.ts";

let lines: string[];
let nowMs: number;
let progress: TestProgress;

beforeEach(() => {
  lines = [];
  nowMs = 0;
  progress = createTestProgress(
    (line) => lines.push(line),
    () => nowMs,
  );
});

const finished = (name: string, given: Partial<FinishedUnit> = {}): StageMessage => ({
  type: "finished",
  unit: { name, passed: 1, failed: 0, durationMs: 1000, failures: [], ...given },
});

it("tells how far each running stage is, and a failure at once", () => {
  const checks = progress.beginStage("checks");
  const tests = progress.beginStage("tests", { hasTests: true });
  progress.receive(tests, { type: "planned", units: 385 });
  progress.receive(
    tests,
    finished("a.test.ts", { passed: 7, failed: 1, failures: [{ name: "a.test.ts > adds", reason: "1 is not 2" }] }),
  );
  nowMs = 83_000;
  progress.printState();
  progress.endStage(checks, true);
  nowMs = 90_000;
  progress.printState();
  expect(lines).toEqual([
    " 0:00  checks begin",
    " 0:00  tests begin",
    " 0:00  ✗ a.test.ts > adds",
    " 1:23  checks running · tests 1 of 385: 7 passed, 1 failed",
    " 1:23  ✓ checks ended after 1:23",
    " 1:30  tests 1 of 385: 7 passed, 1 failed",
  ]);
});

it("counts a stage without tests as one, and each test of the others", () => {
  progress.endStage(progress.beginStage("checks"), true);
  const tests = progress.beginStage("tests", { hasTests: true });
  progress.receive(tests, finished("a.test.ts", { passed: 12 }));
  progress.endStage(tests, true);
  expect(progress.total()).toEqual({ passed: 13, failed: 0 });
  progress.endStage(progress.beginStage("web build"), false);
  expect(progress.total()).toEqual({ passed: 13, failed: 1 });
});

it("takes neither a crash for green nor a run without any test", () => {
  const crashed = progress.beginStage("tests", { hasTests: true });
  progress.receive(crashed, finished("a.test.ts"));
  progress.endStage(crashed, false);
  progress.endStage(progress.beginStage("stories", { hasTests: true }), true);
  expect(progress.total()).toEqual({ passed: 1, failed: 2 });
});

it("sums up with the time of each stage and its ten slowest", () => {
  const stories = progress.beginStage("stories", { hasTests: true });
  for (let at = 1; at <= 12; at += 1) progress.receive(stories, finished(`story ${at}`, { durationMs: at * 1000 }));
  nowMs = 61_000;
  progress.endStage(stories, true);
  lines = [];
  progress.printSummary();
  expect(lines.slice(0, 4)).toEqual([
    "\nTime of each stage",
    "    1:01  stories: 12 passed",
    "Slowest of stories",
    "    12.0 s  story 12",
  ]);
  expect(lines.filter((line) => line.includes(" s  "))).toHaveLength(10);
  expect(lines.join("\n")).not.toContain("story 2\n");
});

it("names what failed and why at the very end", () => {
  const tests = progress.beginStage("tests", { hasTests: true });
  const reason = "\u001b[31m1 is not 2\u001b[39m\n\nsecond\n3\n4\n5\n6\n7";
  progress.receive(tests, finished("a.test.ts", { failed: 1, failures: [{ name: "a.test.ts > adds", reason }] }));
  progress.endStage(tests, false);
  lines = [];
  progress.printSummary();
  const reasonLines = ["1 is not 2", "second", "3", "4", "5", "6"].map((line) => `      ${line}`);
  expect(lines.slice(-9)).toEqual(["Failed of tests", "  ✗ a.test.ts > adds", ...reasonLines, ""]);
});
