import type { RunCheck } from "@cairn/contract/run-checks";
import { expect, it } from "vitest";

import { sayDuration, sayEnough, saySide } from "./describe-checks.ts";

const run = (change: Partial<RunCheck>): RunCheck => ({
  kind: "test",
  criterionId: null,
  side: "result",
  repetition: 1,
  commit: "a",
  command: "npm test",
  outcome: "passed",
  exitCode: 0,
  message: "",
  durationMs: 1_240,
  lastLines: [],
  tests: null,
  isReused: false,
  createdAt: "2026-11-21T09:00:00.000Z",
  ...change,
});

it("says which run it was, and how long it took", () => {
  expect(saySide(run({}))).toBe("Test, with the change");
  expect(saySide(run({ kind: "criterion", side: "base", repetition: 2 }))).toBe("Check, before the change, run 2");
  expect(saySide(run({ kind: "criterion", repetition: 0 }))).toBe("Check, made to fail on purpose");
  expect(saySide(run({ kind: "criterion", repetition: -1 }))).toBe("Check, with the change spoilt on purpose");
  expect(sayDuration(run({}))).toBe("1.2 s");
  expect(sayDuration(run({ durationMs: 125_000 }))).toBe("2 min 5 s");
  expect(sayDuration(run({ outcome: "not-run", durationMs: 0 }))).toBe("");
  expect(sayDuration(run({ isReused: true }))).toBe("known from an earlier run");
});

it.each([
  [{ proven: 1, total: 1 }, "The checked criterion is proven: red before the change, green with it"],
  [{ proven: 0, total: 1 }, "The checked criterion is not proven"],
  [{ proven: 0, total: 2 }, "None of the 2 checked criteria is proven"],
  [{ proven: 1, total: 3 }, "1 of 3 checked criteria is proven: red before the change, green with it"],
  [{ proven: 2, total: 3 }, "2 of 3 checked criteria are proven: red before the change, green with it"],
])("says of criteria %o why a change is enough", (criteria, said) => {
  expect(sayEnough(criteria)).toBe(said);
});
