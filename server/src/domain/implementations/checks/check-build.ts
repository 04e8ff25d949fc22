import { commandKinds } from "@cairn/contract/service-commands";

import type { PhaseEffect, PhaseWork, RunPhase } from "#server/domain/implementations/phases/run-phase.ts";

import { createRunRecord } from "./check-record.ts";
import { chooseCommands } from "./choose-commands.ts";
import { describeProof } from "./describe-proof.ts";
import { judgeCommand } from "./judge-command.ts";
import type { CheckedCommands, ProofRun } from "./proof-run.ts";
import { listCriterionChecks, runCriterionChecks } from "./run-criterion-checks.ts";
import { listServiceChecks, runServiceChecks } from "./run-service-checks.ts";

/**
 * Builds and tests the change with the commands of its service, before it and with it, and runs what the criteria of the
 * task ask for. Each command is written down as it ends. Nobody mends here what is broken: it is said.
 */
export const checkBuild: RunPhase = {
  step: "fix-build-errors",
  async intend(work) {
    const { commands, problem, note } = await chooseCommands(work);
    return { commands: JSON.stringify(commands), problem, note };
  },
  async perform(work, { commands = "", problem = "", note = "" }) {
    const chosen = JSON.parse(commands) as CheckedCommands;
    const needsSandbox = commandKinds.some((kind) => chosen[kind] !== null) || listCriterionChecks({ work }).length > 0;
    if (!needsSandbox) return unproven(work, problem || "No commands are set for this repository");
    const check = await work.ctx.sandbox.check();
    if (!check.isUsable) return unproven(work, check.reason.replace(/\.$/, ""));
    const run = await beginChecks(work, chosen);
    try {
      return { ...(await prove(run, problem)), log: note === "" ? [] : [{ kind: "note", text: note }] };
    } finally {
      run.end();
    }
  },
};

async function prove(run: ProofRun, problem: string): Promise<PhaseEffect> {
  const results = await runServiceChecks(run);
  const commands = listServiceChecks(run).map((check) => {
    const { verdict, reason } = judgeCommand(check, results);
    return { kind: check.kind, criterionId: null, title: check.command, verdict, reason };
  });
  const verdicts = [...commands, ...(await runCriterionChecks(run, commands))];
  const proof = describeProof(verdicts, problem);
  return { oid: null, summary: proof.summary, found: { proof: { ...proof, verdicts } } };
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
async function beginChecks(work: PhaseWork, commands: CheckedCommands): Promise<ProofRun & { end: () => void }> {
  const { ctx, row } = work;
  const record = createRunRecord(work);
  const former = (await record.list()).filter(({ attempt }) => attempt === row.attempt);
  const usedMs = former.reduce((sum, { durationMs, isReused }) => sum + (isReused ? 0 : durationMs), 0);
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(), Math.max(0, ctx.settings.runs.maxMinutes * 60_000 - usedMs));
  return {
    work,
    record,
    commands,
    commits: { base: row.baseOid ?? "", result: row.headOid ?? "" },
    signal: AbortSignal.any([ctx.signal, over.signal]),
    isOver: () => over.signal.aborted,
    end: () => clearTimeout(timer),
  };
}
