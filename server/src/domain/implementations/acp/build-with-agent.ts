import { AppError } from "@cairn/contract/errors";

import { measureChange } from "#server/domain/implementations/phases/measure-change.ts";
import type { RunPhase } from "#server/domain/implementations/phases/run-phase.ts";
import { runRef } from "#server/domain/implementations/phases/run-refs.ts";
import type { StartableAgent } from "#server/platform/agent-protocol/find-agent.ts";
import { readRef } from "#server/platform/git/refs/move-ref.ts";

import { createCheckpoints } from "./create-checkpoints.ts";
import { openAgentAccess, type AgentAccess } from "./open-agent-access.ts";
import { requireAgent } from "./require-agent.ts";
import { runAgent } from "./run-agent.ts";
import { goOnPrompt, writePrompt } from "./write-prompt.ts";

/** A coding agent writes the change in a work copy behind walls; what stands in the files in the end is the change. */
export const buildWithAgent: RunPhase = {
  step: "build-implementation",
  async intend({ ctx }) {
    return { at: ctx.now().toISOString() };
  },
  async perform(work, { at = "" }) {
    const { ctx, row, directory } = work;
    const agent = requireAgent(ctx.settings, row.agent);
    const check = await ctx.sandbox.check();
    if (!check.isUsable) throw new AppError("conflict", { message: check.reason });
    const base = row.baseOid ?? "";
    const begun = await readRef(directory, runRef(row.implementationId, "head"), { signal: ctx.signal });
    const { signal } = ctx;
    const workCopy = await ctx.sandbox.makeWorkCopy({ repository: directory, commit: begun ?? base, signal });
    const text = `Written by ${agent.name}, a coding agent.`;
    const checkpoints = createCheckpoints(work, { workCopy, base, date: new Date(at), text });
    try {
      const access = await openAgentAccess(work, { agent, workCopy, onStep: checkpoints.onStep });
      let said = "";
      try {
        await write(access, await writePrompt(work, { isBegun: begun !== null }));
        said = access.log.lastSaid();
      } catch (error) {
        await checkpoints.settle();
        // Whoever goes on begins with it, where it can be had.
        await checkpoints.takeLast().catch(() => null);
        throw error;
      } finally {
        await checkpoints.settle();
        await access.close();
      }
      const oid = await checkpoints.takeLast();
      const size = oid === null ? null : await measureChange(work, { base, head: oid });
      if (oid === null || size === null) throw changedNothing(agent, said);
      return {
        oid,
        summary: `${agent.name} wrote it. ${size}, in commit ${oid.slice(0, 8)}.`,
        found: { headOid: oid },
      };
    } finally {
      await ctx.sandbox.removeWorkCopy(workCopy);
    }
  },
};

/** How often an agent is started again whose process ended before it was done. */
const maxStarts = 3;

/** Throws a `conflict` in words where the agent cannot be brought to do it. What it wrote by then is kept. */
async function write(access: AgentAccess, prompt: string): Promise<void> {
  const { agent, log } = access;
  let sessionId: string | null = null;
  for (let start = 1; ; start += 1) {
    const turn = await runAgent(access, prompt, sessionId === null ? null : { sessionId, prompt: goOnPrompt });
    await log.flush();
    if (turn.kind === "done") return;
    if (turn.kind === "failed" || start === maxStarts) {
      throw new AppError("conflict", { message: `${agent.name} ${turn.how}.` });
    }
    log.problem(`${agent.name} ${turn.how}. It is started again.`);
    sessionId = turn.sessionId;
  }
}

const shownSaid = 300;

function changedNothing({ name }: StartableAgent, said: string): AppError {
  const words = said.replaceAll(/\s+/g, " ").slice(0, shownSaid);
  const last = words === "" ? "" : ` It said: “${words}”`;
  return new AppError("conflict", { message: `${name} changed nothing.${last}` });
}
