import type { CheckVerdict, JudgedCheck } from "@cairn/contract/run-checks";

import type { Ctx } from "#server/ctx.ts";
import type { CheckToRun } from "#server/domain/implementations/checks/check-to-run.ts";
import { chooseCommands } from "#server/domain/implementations/checks/choose-commands.ts";
import { chooseRuleCommands } from "#server/domain/implementations/checks/choose-rule-commands.ts";
import { describeProof } from "#server/domain/implementations/checks/describe-proof.ts";
import { judgeCommand, runsOf } from "#server/domain/implementations/checks/judge-command.ts";
import type { ProofRun } from "#server/domain/implementations/checks/proof-run.ts";
import { listCriterionChecks } from "#server/domain/implementations/checks/run-criterion-checks.ts";
import { runInCopy } from "#server/domain/implementations/checks/run-in-copy.ts";
import {
  listPreparations,
  listRuleChecks,
  listServiceChecks,
  runServiceChecks,
} from "#server/domain/implementations/checks/run-service-checks.ts";
import type { QueuedChange, QueueEntryRow } from "#server/domain/implementations/store/merge-queue.store.ts";

import { createTestRecord } from "./create-test-record.ts";

/** A change as it would be merged. */
interface PlannedChange extends QueuedChange {
  directory: string;
  ontoOid: string;
  mergeOid: string;
}

/** What a test of an entry came to. */
export interface EntryTest {
  isGreen: boolean;
  proof: NonNullable<QueueEntryRow["proof"]>;
}

/**
 * Builds and tests a change on top of those before it, with the commands and criteria that its run was checked with, and the
 * commands of required rules. What
 * the commit below fails as well is not blamed on it. Rejects when `signal` is aborted.
 */
export async function testEntry(ctx: Ctx, planned: PlannedChange, signal: AbortSignal): Promise<EntryTest> {
  const { row, directory, ontoOid, mergeOid } = planned;
  const work = { ctx: { ...ctx, signal }, row, directory };
  const { commands, problem } = await chooseCommands(work);
  const time = AbortSignal.timeout(ctx.settings.runs.maxMinutes * 60_000);
  const run: ProofRun = {
    work,
    record: createTestRecord(ctx, planned),
    commands,
    ruleCommands: await chooseRuleCommands(work, { isRequiredAlone: true }),
    commits: { base: ontoOid, result: mergeOid },
    signal: AbortSignal.any([signal, time]),
    isOver: () => time.aborted,
  };
  const criteria = listCriterionChecks(run);
  const checks = [...listServiceChecks(run), ...listRuleChecks(run)];
  if (checks.length + criteria.length === 0) return untested(problem || "No commands are set for this repository");
  const sandbox = await ctx.sandbox.check();
  if (!sandbox.isUsable) return untested(sandbox.reason.replace(/\.$/, ""), false);
  const verdicts = [...(await testCommands(run, checks)), ...(await testCriteria(run, criteria))];
  const proof = describeProof(verdicts, problem);
  const isRun = verdicts.every(({ verdict }) => verdict !== "not-run");
  const isKept = verdicts.every(({ kind, verdict }) => kind !== "rule" || verdict === "passed");
  const summary = [proof.summary, ...sayUntold(verdicts)].filter(Boolean).join(" ");
  return { isGreen: proof.state !== "red" && isRun && isKept, proof: { ...proof, summary, verdicts } };
}

/** Commands of required rules that neither pass nor are broken by the change: whether it keeps to them nobody knows. */
const untold: ReadonlySet<CheckVerdict> = new Set(["failed-before", "flaky", "not-run"]);

function sayUntold(verdicts: readonly JudgedCheck[]): string[] {
  return verdicts
    .filter(({ kind, verdict }) => kind === "rule" && untold.has(verdict))
    .map(({ title, reason }) => `Nobody knows whether it keeps to the required rule with “${title}”: ${reason}`);
}

/** `isGreen`: there is nothing to run. */
function untested(reason: string, isGreen = true): EntryTest {
  const proof = describeProof([], "");
  return { isGreen, proof: { ...proof, summary: `${reason}, so nothing was built or tested.`, verdicts: [] } };
}

/** Where all pass, the commit below need not be asked: it was tested before, or is what people work with. */
async function testCommands(run: ProofRun, checks: readonly CheckToRun[]): Promise<JudgedCheck[]> {
  if (checks.length === 0) return [];
  let results = await runInCopy(run, { side: "result", repetition: 1, checks, before: [] });
  const didPass = (check: CheckToRun) => runsOf(results, check, "result")[0]?.outcome === "passed";
  if (!checks.every(didPass)) results = await runServiceChecks(run);
  return checks.map((check) => {
    const common = { kind: check.kind, criterionId: null, title: check.command };
    const isBelow = runsOf(results, check, "base").length > 0;
    if (!isBelow) return { ...common, verdict: "passed", reason: "It passes on top of those before it." };
    const { verdict, reason } = judgeCommand(check, results);
    return { ...common, verdict, reason };
  });
}

/** Each was proven by its run; what does not hold here is tried once more, as somebody would. */
async function testCriteria(run: ProofRun, checks: readonly CheckToRun[]): Promise<JudgedCheck[]> {
  const { acceptanceCriteria } = run.work.row.brief;
  const judged: JudgedCheck[] = [];
  for (const check of checks) {
    const title = acceptanceCriteria.find(({ id }) => id === check.criterionId)?.text ?? check.command;
    const common = { kind: check.kind, criterionId: check.criterionId, title };
    for (const repetition of [1, 2]) {
      const results = await runInCopy(run, {
        side: "result",
        repetition,
        checks: [check],
        before: listPreparations(run),
      });
      const last = runsOf(results, check, "result").at(-1);
      if (last?.outcome === "passed") {
        judged.push({ ...common, verdict: "proven", reason: "It holds on top of those before it." });
        break;
      }
      if (repetition === 2) judged.push({ ...common, ...judgeUnmet(last) });
    }
  }
  return judged;
}

function judgeUnmet(last: { outcome: string; message: string } | undefined): Pick<JudgedCheck, "verdict" | "reason"> {
  const verdict = last === undefined || last.outcome === "not-run" ? "not-run" : "not-met";
  return { verdict, reason: last?.message ?? "It was not run." };
}
