import type { JudgedCheck, RunCheckKind } from "@cairn/contract/run-checks";

import { viewChange } from "./change-view.ts";
import type { CheckSide, CheckToRun } from "./check-to-run.ts";
import { demandOtherwise, makeFailing } from "./failing-test.ts";
import { runsOf } from "./judge-command.ts";
import { judgeCriterion } from "./judge-criterion.ts";
import { judgeMutations } from "./judge-mutations.ts";
import { keyOfCheck } from "./key-of-check.ts";
import type { CheckResults, ProofRun } from "./proof-run.ts";
import { probeRepetition, runInCopy } from "./run-in-copy.ts";
import { runMutations } from "./run-mutations.ts";
import { listPreparations, listServiceChecks } from "./run-service-checks.ts";

const repetitions: Record<CheckSide, number> = { base: 2, result: 3 };

/** The criteria of the task, as they were when the run began, and what is run for them. */
export function listCriterionChecks({ work: { row } }: Pick<ProofRun, "work">): CheckToRun[] {
  const byId = new Map(row.brief.checks?.map(({ criterionId, check }) => [criterionId, check]));
  return row.brief.acceptanceCriteria.flatMap(({ id: criterionId }): CheckToRun[] => {
    const check = byId.get(criterionId);
    if (check === undefined) return [];
    const common = { kind: "criterion", criterionId, command: check.command } as const;
    if (check.kind === "command") {
      const { exitCode, outputContains } = check;
      return [{ ...common, expected: { exitCode, outputContains }, file: null }];
    }
    const { path, content } = check;
    return [{ ...common, expected: { exitCode: 0, outputContains: null }, file: { path, content } }];
  });
}

/**
 * Runs what the criteria ask for, each time in a fresh work copy, and judges all criteria. `commands`: the service's, by
 * what they came to.
 */
export async function runCriterionChecks(run: ProofRun, commands: readonly JudgedCheck[]): Promise<JudgedCheck[]> {
  const { base, result: head } = run.commits;
  const { acceptanceCriteria } = run.work.row.brief;
  const checks = new Map(listCriterionChecks(run).map((check) => [check.criterionId, check]));
  const change = await viewChange(run.work, { base, head });
  const judged: JudgedCheck[] = [];
  for (const { id: criterionId, text: title } of acceptanceCriteria) {
    const check = checks.get(criterionId);
    const common = { kind: "criterion", criterionId, title } as const;
    if (check === undefined) {
      judged.push({ ...common, verdict: "person", reason: "Nothing is run for it." });
      continue;
    }
    const results = await runRepeatedly(run, check);
    const judge = (wasFooled: boolean | null) =>
      judgeCriterion(check, results, { folder: run.commands.folder, change, wasFooled });
    const first = judge(null);
    judged.push({ ...common, ...(first.verdict === "proven" ? judge(await isFooled(run, check)) : first) });
  }
  const proven = judged.flatMap((one) => (one.verdict === "proven" ? [checks.get(one.criterionId ?? "")] : []));
  const spoilt = await runMutations(run, {
    proven: proven.filter((check) => check !== undefined),
    others: listServiceChecks(run).filter(({ kind }) => kind === "test" && isPassed(commands, kind)),
  });
  return judged.map((one) => judgeMutations(one, spoilt));
}

function isPassed(commands: readonly JudgedCheck[], wanted: RunCheckKind): boolean {
  return commands.some(({ kind, verdict }) => kind === wanted && verdict === "passed");
}

async function runRepeatedly(run: ProofRun, check: CheckToRun): Promise<CheckResults> {
  let results: CheckResults = [];
  for (const side of ["base", "result"] as const) {
    for (let repetition = 1; repetition <= repetitions[side]; repetition += 1) {
      results = await runOnce(run, { check, side, repetition });
      // What is not clear by now does not become clearer.
      if (runsOf(results, check, side).some(({ outcome }) => outcome === "not-run")) return results;
    }
  }
  return results;
}

function runOnce(
  run: ProofRun,
  { check, side, repetition }: { check: CheckToRun; side: CheckSide; repetition: number },
): Promise<CheckResults> {
  return runInCopy(run, { side, repetition, checks: [check], before: listPreparations(run) });
}

/** Whether the check passes with a test that must not; null where none can be made of it. */
async function isFooled(run: ProofRun, check: CheckToRun): Promise<boolean | null> {
  const { file } = check;
  if (file === null) return null;
  const contents = [makeFailing(file), demandOtherwise(file)].filter((content) => content !== null);
  for (const content of contents) {
    const probe = {
      check: { ...check, file: { ...file, content } },
      side: "result",
      repetition: probeRepetition,
    } as const;
    const results = await runOnce(run, probe);
    const key = keyOfCheck(run, probe);
    if (results.some((one) => one.key === key && one.outcome === "passed")) return true;
  }
  return contents.length === 0 ? null : false;
}
