import { AppError } from "@cairn/contract/errors";

import { describeFailures, isMendable } from "#server/domain/implementations/agent/describe-failures.ts";
import { maskSecrets } from "#server/domain/implementations/agent/mask-secrets.ts";
import { maxMends, sayMends } from "#server/domain/implementations/agent/say-mends.ts";
import { checkBuild } from "#server/domain/implementations/checks/check-build.ts";
import type { PhaseEffect, PhaseWork, RunPhase } from "#server/domain/implementations/phases/run-phase.ts";
import { listRunChecks } from "#server/domain/implementations/store/run-checks.store.ts";
import { appendOperations, loadRun, lockRun } from "#server/domain/implementations/store/runs.store.ts";

import { quoteSaid, writeChange } from "./write-change.ts";
import { goOnPrompt, writePrompt } from "./write-prompt.ts";

/** Checks the change as that of any other engine; the coding agent mends what it broke or did not meet, a few times. */
export const mendWithAgent: RunPhase = {
  step: "fix-build-errors",
  async intend(work) {
    return { ...(await checkBuild.intend(work)), at: work.ctx.now().toISOString() };
  },
  async perform(work, intent) {
    let problem: string | null = null;
    for (;;) {
      const { row } = await loadRun(work.ctx.db, work.lease);
      const now = { ...work, row };
      const effect = await checkBuild.perform(now, intent);
      const mends = await countMends(now);
      if (problem !== null || mends >= maxMends || !isMendable(effect)) return sayMends(effect, { mends, problem });
      problem = await mend(now, effect, new Date(intent["at"] ?? ""));
    }
  },
};

/** Each mend leaves another commit, whose checks are written down: so whoever goes on after a crash counts them too. */
async function countMends({ ctx, lease, row }: PhaseWork): Promise<number> {
  const own = (await listRunChecks(ctx.db, lease)).filter(
    ({ attempt, side, isReused }) => attempt === row.attempt && side === "result" && !isReused,
  );
  return Math.max(0, new Set(own.map(({ commit }) => commit)).size - 1);
}

/** Gives back what failed. Answers why it is no use to go on, in a whole sentence; null where it changed something. */
async function mend(work: PhaseWork, effect: PhaseEffect, date: Date): Promise<string | null> {
  const { ctx, lease, row } = work;
  const runs = await listRunChecks(ctx.db, lease);
  const commit = row.headOid ?? "";
  const failures = maskSecrets(ctx, describeFailures(effect, { runs, commit, ending: "Mend it." }));
  const step = "fix-build-errors";
  const told = { step, kind: "call" as const, text: `The agent is told what failed\n${failures}` } as const;
  await ctx.db.transaction(async (tx) => {
    await lockRun(tx, lease);
    await appendOperations(tx, lease, [told], ctx.now());
  });
  try {
    const ask = (isBegun: boolean) => writePrompt(work, { isBegun, failures });
    const goOn = `${goOnPrompt}\n\n${failures}\n`;
    const { agent, oid, said } = await writeChange(work, { step, date, ask, goOn });
    return oid === commit ? `${agent.name} changed nothing more.${quoteSaid(said)}` : null;
  } catch (error) {
    // What it wrote before stands for review all the same.
    if (!(error instanceof AppError) || error.code !== "conflict") throw error;
    return error.message;
  }
}
