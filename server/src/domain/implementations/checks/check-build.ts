import { AppError } from "@cairn/contract/errors";
import type { JudgedCheck } from "@cairn/contract/run-checks";
import { commandKinds } from "@cairn/contract/service-commands";

import type { PhaseEffect, PhaseWork, RunPhase } from "#server/domain/implementations/phases/run-phase.ts";

import { createRunRecord } from "./check-record.ts";
import type { CheckToRun } from "./check-to-run.ts";
import { chooseCommands } from "./choose-commands.ts";
import { chooseRuleCommands } from "./choose-rule-commands.ts";
import { describeProof } from "./describe-proof.ts";
import { judgeCommand } from "./judge-command.ts";
import type { CheckedCommands, ProofRun } from "./proof-run.ts";
import { listCriterionChecks, runCriterionChecks } from "./run-criterion-checks.ts";
import { listRuleChecks, listServiceChecks, runServiceChecks } from "./run-service-checks.ts";

/**
 * Builds and tests the change with the commands of its service, before it and with it, and runs what rules and the criteria of
 * the task ask for. Each command is written down as it ends. Nobody mends here what is broken: it is said. Throws `conflict` with the
 * reason where commands cannot be run on this server; whoever goes on with the run later checks what was written.
 */
export const checkBuild: RunPhase = {
  step: "fix-build-errors",
  async intend(work) {
    const { commands, problem, note } = await chooseCommands(work);
    const ruleCommands = await chooseRuleCommands(work);
    return { commands: JSON.stringify(commands), problem, note, ruleCommands: JSON.stringify(ruleCommands) };
  },
  async perform(work, { commands = "", problem = "", note = "", ruleCommands = "[]" }) {
    const chosen: ChosenChecks = {
      commands: JSON.parse(commands) as CheckedCommands,
      ruleCommands: JSON.parse(ruleCommands) as string[],
    };
    const needsSandbox =
      commandKinds.some((kind) => chosen.commands[kind] !== null) ||
      chosen.ruleCommands.length + listCriterionChecks({ work }).length > 0;
    if (!needsSandbox) return unproven(work, problem || "No commands are set for this repository");
    const check = await work.ctx.sandbox.check();
    // What nobody could check is not to be taken for checked.
    if (!check.isUsable) throw new AppError("conflict", { message: check.reason });
    const run = await beginChecks(work, chosen);
    try {
      return { ...(await prove(run, problem)), log: note === "" ? [] : [{ kind: "note", text: note }] };
    } finally {
      run.end();
    }
  },
};

type ChosenChecks = Pick<ProofRun, "commands" | "ruleCommands">;

async function prove(run: ProofRun, problem: string): Promise<PhaseEffect> {
  const results = await runServiceChecks(run);
  const judge = (check: CheckToRun): JudgedCheck => {
    const { verdict, reason } = judgeCommand(check, results);
    return { kind: check.kind, criterionId: null, title: check.command, verdict, reason };
  };
  const commands = listServiceChecks(run).map(judge);
  const verdicts = [...commands, ...listRuleChecks(run).map(judge), ...(await runCriterionChecks(run, commands))];
  const proof = describeProof(verdicts, problem);
  return {
    oid: null,
    summary: proof.summary,
    isBad: proof.state === "red",
    found: { proof: { ...proof, verdicts } },
  };
}

/** Nothing was run, for a reason that ends no sentence yet. */
function unproven({ row }: PhaseWork, reason: string): PhaseEffect {
  const summary = `${reason}, so nothing was built or tested.`;
  const verdicts = row.brief.acceptanceCriteria.map(({ id, text: title }) => {
    const isPersons = !row.brief.checks?.some(({ criterionId }) => criterionId === id);
    const said = isPersons
      ? ({ verdict: "person", reason: "Nothing is run for it." } as const)
      : ({ verdict: "not-run", reason: `${reason}.` } as const);
    return { kind: "criterion" as const, criterionId: id, title, ...said };
  });
  const proof = describeProof(verdicts, "");
  return { oid: null, summary, found: { proof: { ...proof, state: "none", summary, verdicts } } };
}

/** What all checks of the run share; what former tries of it took is taken off the time that it may last. */
async function beginChecks(work: PhaseWork, chosen: ChosenChecks): Promise<ProofRun & { end: () => void }> {
  const { ctx, row } = work;
  const record = createRunRecord(work);
  const former = (await record.list()).filter(({ attempt }) => attempt === row.attempt);
  const usedMs = former.reduce((sum, { durationMs, isReused }) => sum + (isReused ? 0 : durationMs), 0);
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(), Math.max(0, ctx.settings.runs.maxMinutes * 60_000 - usedMs));
  return {
    work,
    record,
    ...chosen,
    commits: { base: row.baseOid ?? "", result: row.headOid ?? "" },
    signal: AbortSignal.any([ctx.signal, over.signal]),
    isOver: () => over.signal.aborted,
    end: () => clearTimeout(timer),
  };
}
