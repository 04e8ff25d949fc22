import { AppError } from "@cairn/contract/errors";

import { checkBuild } from "#server/domain/implementations/checks/check-build.ts";
import { chooseCommands } from "#server/domain/implementations/checks/choose-commands.ts";
import type { CheckedCommands } from "#server/domain/implementations/checks/proof-run.ts";
import { splitAnswers } from "#server/domain/implementations/comment-answers/split-answers.ts";
import { commitChange } from "#server/domain/implementations/phases/commit-change.ts";
import { findOwnBase, keepBase } from "#server/domain/implementations/phases/keep-base.ts";
import { saySize } from "#server/domain/implementations/phases/measure-change.ts";
import type { PhaseEffect, PhaseWork, RunPhase } from "#server/domain/implementations/phases/run-phase.ts";
import type { ImplementationKey } from "#server/domain/implementations/store/implementations.store.ts";
import { listRunChecks } from "#server/domain/implementations/store/run-checks.store.ts";
import { loadRun, lockRun, updateRun } from "#server/domain/implementations/store/runs.store.ts";
import { diffCommits } from "#server/platform/git/diff/diff-commits.ts";
import { readCommitHeader } from "#server/platform/git/objects/read-commit-header.ts";

import { sayBrief, sayRevision } from "./agent-words.ts";
import { describeFailures, isMendable } from "./describe-failures.ts";
import { maskSecrets } from "./mask-secrets.ts";
import { maxMends, sayMends } from "./say-mends.ts";
import { finishedWith, keepTurn, loadTurns, type Turn } from "./transcript.ts";
import { requireParts, workWithAgent } from "./work-with-agent.ts";

/** Keeps the commit that the change begins at, and puts together what the agent is told of the task. */
export const analyseTask: RunPhase = {
  step: "code-analysis",
  async intend(work) {
    return { base: await findOwnBase(work) };
  },
  async perform(work, { base = "" }) {
    await keepBase(work, base);
    const { row, ctx } = work;
    const { host, model } = await requireParts(work);
    const turns = await loadTurns(work);
    if (turns.length === 0 || finishedWith(turns) !== null) {
      // Whoever wrote the change: it was reviewed since, and is what this one goes on with.
      const isRevision = row.headOid !== null;
      const brief = maskSecrets(ctx, await host.readBrief(keyOf(row)));
      const text = isRevision ? sayRevision(brief) : sayBrief(brief);
      await keepTurn(work, "code-analysis", {
        reason: isRevision ? "revise" : "brief",
        message: { role: "user", text },
        commitOid: row.headOid ?? base,
        log: [{ kind: "call", text: `What ${model.name} is told\n${text}` }],
      });
    }
    return {
      oid: base,
      summary: `${model.name} is told of the task, and begins at ${row.baseBranch} at ${base.slice(0, 8)}.`,
      found: { baseOid: base },
    };
  },
};

function keyOf({ organizationId, projectId, taskId, implementationId }: PhaseWork["row"]): ImplementationKey {
  return { organizationId, projectId, taskId, implementationId };
}

/** The agent writes the change. */
export const writeWithAgent: RunPhase = {
  step: "build-implementation",
  async intend(work) {
    const { commands } = await chooseCommands(work);
    return { at: work.ctx.now().toISOString(), commands: JSON.stringify(commands) };
  },
  async perform(work, { at = "", commands = "" }) {
    const date = new Date(at);
    const order = { step: "build-implementation" as const, commands: JSON.parse(commands) as CheckedCommands, date };
    const { commit, summary: said } = await workWithAgent(work, { ...order, turns: await loadTurns(work) });
    const { rest, answers } = splitAnswers(maskSecrets(work.ctx, said));
    const summary = rest === "" ? "The comments are dealt with." : rest;
    const oid = await commitWork(work, { commit, date, summary });
    const { files } = await diffCommits(work.directory, {
      base: work.row.baseOid,
      head: oid,
      contextLines: 0,
      signal: work.ctx.signal,
    });
    if (files.length === 0) {
      throw new AppError("conflict", {
        message: "What the agent changed it changed back: there is nothing to review.",
      });
    }
    const isSame = oid === work.row.headOid ? "Nothing more was changed. " : "";
    return {
      oid,
      summary: `${summary}\n\n${isSame}${saySize(files)}, in commit ${oid.slice(0, 8)}.`,
      found: { headOid: oid },
      answers: { agent: "Built-in agent", content: answers },
    };
  },
};

/** Checks the change as that of any other engine; the agent mends what it broke or did not meet, a few times. */
export const mendBuild: RunPhase = {
  step: "fix-build-errors",
  async intend(work) {
    return { ...(await checkBuild.intend(work)), at: work.ctx.now().toISOString() };
  },
  async perform(work, intent) {
    let turns: readonly Turn[] = await loadTurns(work);
    for (;;) {
      const mended = await mend(work, { turns, intent });
      turns = mended.turns;
      const { row } = await loadRun(work.ctx.db, work.lease);
      const effect = await checkBuild.perform({ ...work, row }, intent);
      const mends = turns.filter(({ reason, attempt }) => reason === "mend" && attempt === row.attempt).length;
      const isOver = mended.problem !== null || mends >= maxMends || !isMendable(effect);
      if (isOver) return sayMends(effect, { mends, problem: mended.problem });
      turns = [...turns, await tellFailures({ ...work, row }, { effect, turns })];
    }
  },
};

interface MendOrder {
  turns: readonly Turn[];
  intent: Record<string, string>;
}

/** Lets the agent go on where it was told of failures, and keeps what it left as the change. */
async function mend(
  work: PhaseWork,
  { turns, intent }: MendOrder,
): Promise<{ turns: readonly Turn[]; problem: string | null }> {
  if (!turns.some(({ reason }) => reason === "mend")) return { turns, problem: null };
  const date = new Date(intent["at"] ?? "");
  const commands = JSON.parse(intent["commands"] ?? "") as CheckedCommands;
  try {
    const end = await workWithAgent(work, { step: "fix-build-errors", commands, date, turns });
    const headOid = await commitWork(work, { ...end, date });
    await work.ctx.db.transaction(async (tx) => {
      await lockRun(tx, work.lease);
      await updateRun(tx, work.lease.implementationId, { headOid });
    });
    return { turns: end.turns, problem: null };
  } catch (error) {
    // What it wrote before stands for review all the same.
    if (!(error instanceof AppError) || error.code !== "unprocessable") throw error;
    return { turns: await loadTurns(work), problem: error.message };
  }
}

async function tellFailures(
  work: PhaseWork,
  { effect, turns }: { effect: PhaseEffect; turns: readonly Turn[] },
): Promise<Turn> {
  const runs = await listRunChecks(work.ctx.db, work.lease);
  const ending = "Mend it, and call finish again.";
  const text = maskSecrets(work.ctx, describeFailures(effect, { runs, commit: work.row.headOid ?? "", ending }));
  return await keepTurn(work, "fix-build-errors", {
    reason: "mend",
    message: { role: "user", text },
    commitOid: turns.at(-1)?.commitOid ?? work.row.baseOid ?? "",
    log: [{ kind: "call", text: `The agent is told what failed\n${text}` }],
  });
}

async function commitWork(
  work: PhaseWork,
  { commit, date, summary }: { commit: string; date: Date; summary: string },
): Promise<string> {
  const { tree } = await readCommitHeader(work.directory, commit, { signal: work.ctx.signal });
  return await commitChange(work, { tree, base: work.row.baseOid ?? "", date, text: summary });
}
