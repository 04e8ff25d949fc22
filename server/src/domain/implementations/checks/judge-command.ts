import type { CheckVerdict } from "@cairn/contract/run-checks";

import type { RunCheckRow } from "#server/domain/implementations/store/run-checks.store.ts";

import type { CheckSide, CheckToRun } from "./check-to-run.ts";
import type { CheckResults } from "./proof-run.ts";

export interface CheckJudgement {
  verdict: CheckVerdict;
  /** Why, in a sentence for people. */
  reason: string;
}

/** More are counted. */
const maxNamed = 3;

/**
 * What a command of the service or of a rule says of the change. What failed before is not blamed on it, test by test where the runner
 * tells them. `isDoubtful`: it seems broken by the change, and another run on both sides would make that surer.
 */
export function judgeCommand(check: CheckToRun, results: CheckResults): CheckJudgement & { isDoubtful: boolean } {
  const base = runsOf(results, check, "base");
  const result = runsOf(results, check, "result");
  const [before] = base;
  const [after] = result;
  if (before === undefined || after === undefined) return sure("not-run", "It was not run.");
  if (after.outcome === "not-run") return judgeNotRun(before, after);
  const failures = result.map((one) => blamedIn(base, one));
  const broken = failures.filter((names) => names !== null);
  if (broken.length === 0) return judgePassed(base, result);
  if (isMixed(base))
    return sure("flaky", `Before the change it ${countPassed(base)}, and with it ${countPassed(result)}.`);
  const isAlways = broken.length === result.length;
  const isDoubtful = result.length < 2 || (!isAlways && result.length < 3);
  if (!isAlways) {
    const reason = `It passed before the change each time, and with it ${countPassed(result)}.`;
    const isMostly = broken.length * 2 < result.length;
    return { verdict: isMostly || isDoubtful ? "flaky" : "broken", reason, isDoubtful };
  }
  return { verdict: "broken", reason: sayBroken(after, broken[0] ?? []), isDoubtful };
}

const sure = (verdict: CheckVerdict, reason: string) => ({ verdict, reason, isDoubtful: false });

/** The runs of a check on one side that count, in the order of their repetitions. */
export function runsOf(results: CheckResults, check: CheckToRun, side: CheckSide): RunCheckRow[] {
  const { kind, criterionId, command } = check;
  return (
    results
      .filter((one) => one.kind === kind && one.criterionId === criterionId && one.side === side && one.repetition > 0)
      // A change may have to keep to several rules with commands.
      .filter((one) => kind !== "rule" || one.command === command)
      .toSorted((one, other) => one.repetition - other.repetition)
  );
}

/**
 * Null where this run of the result fails in nothing that held before; else the tests that do, which are none where the
 * runner told none.
 */
function blamedIn(base: readonly RunCheckRow[], after: RunCheckRow): string[] | null {
  const states = new Map(after.cases?.map(({ name, state }) => [name, state]));
  // In a run that broke off, tests that are missing are as good as failed.
  const isBlamed = (name: string) =>
    states.get(name) === "failed" || (after.outcome !== "passed" && states.get(name) !== "passed");
  const names = [...passedIn(base)].filter(isBlamed);
  if (names.length > 0) return names;
  const didPass = base.some(({ outcome }) => outcome === "passed");
  return after.outcome !== "passed" && didPass ? [] : null;
}

/** Tests that passed whenever they were run. */
function passedIn(runs: readonly RunCheckRow[]): Set<string> {
  const all = runs.flatMap(({ cases }) => cases ?? []);
  const failed = new Set(all.filter(({ state }) => state === "failed").map(({ name }) => name));
  return new Set(all.filter(({ name, state }) => state === "passed" && !failed.has(name)).map(({ name }) => name));
}

function judgePassed(base: readonly RunCheckRow[], result: readonly RunCheckRow[]) {
  const [before] = base;
  const [after] = result;
  if (after === undefined || after.outcome !== "passed") {
    return sure("failed-before", `It did not pass before either. ${before?.message ?? ""}`.trim());
  }
  const passedAfter = passedIn(result);
  const lost = [...passedIn(base)].filter((name) => !passedAfter.has(name));
  const skipped = new Set(after.cases?.filter(({ state }) => state === "skipped").map(({ name }) => name));
  // Where as many came as went, they may have got other names.
  const isLess =
    after.cases === null || passedAfter.size < passedIn(base).size || lost.some((name) => skipped.has(name));
  const words = lost.length === 0 ? "" : sayNames(lost, "that passed before did not run");
  if (words !== "" && isLess) return sure("fewer-tests", `It passes, but ${words}.`);
  const isFixed = before?.outcome !== "passed";
  const said = isFixed
    ? "It did not pass before the change, and does now."
    : "It passed before and passes with the change.";
  return sure("passed", words === "" ? said : `${said} But ${words}.`);
}

function judgeNotRun(before: RunCheckRow, after: RunCheckRow) {
  if (before.outcome === "not-run") return sure("not-run", after.message);
  return sure(before.outcome === "passed" ? "broken" : "failed-before", after.message);
}

function isMixed(runs: readonly RunCheckRow[]): boolean {
  return new Set(runs.map(({ outcome }) => outcome === "passed")).size > 1;
}

/** "passed 2 of 3 times" */
export function countPassed(runs: readonly Pick<RunCheckRow, "outcome">[]): string {
  const passed = runs.filter(({ outcome }) => outcome === "passed").length;
  return `passed ${passed} of ${runs.length} times`;
}

function sayBroken(after: RunCheckRow, names: readonly string[]): string {
  if (names.length === 0) return `It passed before the change. With it: ${after.message}`;
  return `${capital(sayNames(names, names.length === 1 ? "that passed before fails now" : "that passed before fail now"))}.`;
}

/** "2 tests that passed before did not run: a, b" */
export function sayNames(names: readonly string[], what: string): string {
  const count = names.length === 1 ? "one test" : `${names.length} tests`;
  const named = names.slice(0, maxNamed).map((name) => `“${name}”`);
  const rest = names.length - named.length;
  return `${count} ${what}: ${named.join(", ")}${rest === 0 ? "" : ` and ${rest} more`}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
