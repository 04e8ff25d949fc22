import type { RunCheckRow } from "#server/domain/implementations/store/run-checks.store.ts";

import type { ChangeView } from "./change-view.ts";
import type { CheckToRun } from "./check-to-run.ts";
import { copiesExpectation } from "./copied-expectation.ts";
import { findDecidingFile } from "./deciding-files.ts";
import { countPassed, runsOf, sayNames, type CheckJudgement } from "./judge-command.ts";
import type { CheckResults } from "./proof-run.ts";

/** How a shell says that a program is not there, or may not be started. */
const missingProgram = new Set([126, 127]);

/**
 * What the check of a criterion says of the change: it must fail before and pass with it, each time. `wasFooled`: it passed
 * although the test was made to fail on purpose; null where that was not tried.
 */
export function judgeCriterion(
  check: CheckToRun,
  results: CheckResults,
  { folder, change, wasFooled }: { folder: string; change: ChangeView; wasFooled: boolean | null },
): CheckJudgement {
  const base = runsOf(results, check, "base");
  const result = runsOf(results, check, "result");
  const unrun = findUnrun(base, result);
  if (unrun !== null) return { verdict: "not-run", reason: unrun };
  const before = passedAll(base);
  const after = passedAll(result);
  if (before === null) {
    return { verdict: "flaky", reason: `Without the change it ${countPassed(base)}, so it says nothing of it.` };
  }
  if (after === null) return { verdict: "flaky", reason: `With the change it ${countPassed(result)}.` };
  if (before && after)
    return { verdict: "already-true", reason: "It passes without the change as well, so it says nothing of it." };
  if (!after) {
    const was = before
      ? "It passed before the change, and does not any more."
      : "It fails with the change as without it.";
    return { verdict: "not-met", reason: `${was} ${result[0]?.message ?? ""}`.trim() };
  }
  const weakness = findWeakness(check, { base, result, folder, change, wasFooled });
  if (weakness !== null) return { verdict: "weak", reason: `It passes, but ${weakness}.` };
  return {
    verdict: "proven",
    reason: `It failed without the change ${times(base)}, and passed with it ${times(result)}, each in a fresh copy.`,
  };
}

/** Null where it is one way and then the other. */
function passedAll(runs: readonly RunCheckRow[]): boolean | null {
  const passed = runs.filter(({ outcome }) => outcome === "passed").length;
  if (passed === 0) return false;
  return passed === runs.length ? true : null;
}

/** Why it is not known what the check says; null where it is. */
function findUnrun(base: readonly RunCheckRow[], result: readonly RunCheckRow[]): string | null {
  const [before] = base;
  const [after] = result;
  const missing = [...base, ...result].find(({ outcome }) => outcome === "not-run");
  if (before === undefined || after === undefined) return missing?.message ?? "It was not run.";
  if (missing !== undefined) return missing.message;
  const cut = base.find(({ outcome }) => outcome === "limit");
  if (cut !== undefined) return `Without the change it came to no end: ${cut.message}`;
  const unstarted = base.find(({ exitCode }) => exitCode !== null && missingProgram.has(exitCode));
  return unstarted === undefined ? null : `Without the change it could not even start: ${unstarted.message}`;
}

interface Passed {
  base: readonly RunCheckRow[];
  result: readonly RunCheckRow[];
  folder: string;
  change: ChangeView;
  wasFooled: boolean | null;
}

/** What there is to say against a check that failed before and passes now, after "but"; null for nothing. */
function findWeakness(check: CheckToRun, { base, result, folder, change, wasFooled }: Passed): string | null {
  if (wasFooled === true) return "it also passes when its test is made to fail on purpose";
  const deciding = findDecidingFile(check, { folder, files: change.files });
  if (deciding !== null) return `the change ${deciding}`;
  const silence = findSilence(check, base, result);
  if (silence !== null) return silence;
  const isTold = result.every(({ cases }) => cases !== null);
  const ending = [...change.flags].find(([, flags]) => flags.includes("early-exit"));
  if (ending !== undefined && !isTold) return `the change lets ${ending[0]} end the program as if all went well`;
  const reaching = [...change.flags].find(([, flags]) => flags.includes("reaches-into-tests"));
  if (reaching !== undefined) return `the change lets ${reaching[0]} reach into what tests it`;
  const copied = copiesExpectation(check, change.files);
  if (copied !== null) return `the change writes the answer that is expected into ${copied} word for word`;
  return change.isTruncated ? "the change is too large to look at all of it" : null;
}

/** What the runner's own list of tests says against a good end. */
function findSilence(
  { file }: CheckToRun,
  base: readonly RunCheckRow[],
  result: readonly RunCheckRow[],
): string | null {
  const failedBefore = namesOf(base, "failed");
  // A file that could not be loaded is told as one failed test, which is another one once it can.
  const isUnloaded = [...failedBefore].every((name) => file !== null && name.includes(stemOf(file.path)));
  const hadCases = base.some(({ cases }) => cases !== null);
  for (const { cases } of result) {
    if (cases === null && hadCases) return "its runner tells of no test any more: something ends it early";
    if (cases === null) continue;
    const passed = new Set(cases.filter(({ state }) => state === "passed").map(({ name }) => name));
    if (passed.size === 0) return "no test was run";
    const missing = [...failedBefore].filter((name) => !passed.has(name));
    if (missing.length > 0 && !isUnloaded) return sayNames(missing, "that failed before did not run");
  }
  return null;
}

function namesOf(runs: readonly RunCheckRow[], wanted: "passed" | "failed"): Set<string> {
  const cases = runs.flatMap((one) => one.cases ?? []);
  return new Set(cases.filter(({ state }) => state === wanted).map(({ name }) => name));
}

/** "low.test" of "test/low.test.js". */
function stemOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.[^.]+$/, "");
}

function times({ length }: readonly unknown[]): string {
  return ["never", "once", "twice"][length] ?? `${length} times`;
}
