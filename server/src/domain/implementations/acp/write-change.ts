import { AppError } from "@cairn/contract/errors";
import type { ImplementationStep } from "@cairn/contract/implementations";

import type { PhaseWork } from "#server/domain/implementations/phases/run-phase.ts";
import { runRef } from "#server/domain/implementations/phases/run-refs.ts";
import type { StartableAgent } from "#server/platform/agent-protocol/find-agent.ts";
import { readRef } from "#server/platform/git/refs/move-ref.ts";

import { createCheckpoints } from "./create-checkpoints.ts";
import { openAgentAccess, type AgentAccess } from "./open-agent-access.ts";
import { requireAgent } from "./require-agent.ts";
import { runAgent } from "./run-agent.ts";
import { goOnPrompt } from "./write-prompt.ts";

interface ChangeOrder {
  /** The phase whose log says what the agent does. */
  step: ImplementationStep;
  /** Of commits. */
  date: Date;
  /** What a session that knows nothing is asked. `isBegun`: a part of the change stands in its work copy already. */
  ask: (isBegun: boolean) => Promise<string>;
}

interface WrittenChange {
  agent: StartableAgent;
  /** The change as it stood before; null where there was none. */
  former: string | null;
  /** Holds what stands in the files now; null where that is what the base has. */
  oid: string | null;
  /** Its last words. */
  said: string;
}

/**
 * Has the coding agent of the run work in a copy of the change as it stands, behind the walls. Throws a `conflict` in words
 * where it cannot be brought to do it; what it wrote by then is kept.
 */
export async function writeChange(work: PhaseWork, { step, date, ask }: ChangeOrder): Promise<WrittenChange> {
  const { ctx, row, directory } = work;
  const { signal } = ctx;
  const agent = requireAgent(ctx.settings, row.agent);
  const check = await ctx.sandbox.check();
  if (!check.isUsable) throw new AppError("conflict", { message: check.reason });
  const base = row.baseOid ?? "";
  const former = await readRef(directory, runRef(row.implementationId, "head"), { signal });
  const workCopy = await ctx.sandbox.makeWorkCopy({ repository: directory, commit: former ?? base, signal });
  const text = `Written by ${agent.name}, a coding agent.`;
  const checkpoints = createCheckpoints(work, { workCopy, base, date, text });
  try {
    const access = await openAgentAccess(work, { agent, step, workCopy, onStep: checkpoints.onStep });
    let said = "";
    try {
      await haveItWork(access, (isAgain) => ask(isAgain || former !== null));
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
    return { agent, former, oid: await checkpoints.takeLast(), said };
  } finally {
    await ctx.sandbox.removeWorkCopy(workCopy);
  }
}

/** How often an agent is started again whose process ended before it was done. */
const maxStarts = 3;

/** A program that died is started again: in its own session where it can open that, else with all that it is to know. */
async function haveItWork(access: AgentAccess, ask: (isAgain: boolean) => Promise<string>): Promise<void> {
  const { agent, log } = access;
  let sessionId: string | null = null;
  for (let start = 1; ; start += 1) {
    const former = sessionId === null ? null : { sessionId, prompt: goOnPrompt };
    const turn = await runAgent(access, await ask(start > 1), former);
    await log.flush();
    if (turn.kind === "done") return;
    if (turn.kind === "failed" || start === maxStarts) {
      throw new AppError("conflict", { message: `${agent.name} ${turn.how}.` });
    }
    log.problem(`${agent.name} ${turn.how}. It is started again.`);
    await log.flush();
    sessionId = turn.sessionId;
  }
}

const shownSaid = 300;

/** A sentence of an agent's last words, behind a space; empty where it said nothing. */
export function quoteSaid(said: string): string {
  const words = said.replaceAll(/\s+/g, " ").slice(0, shownSaid);
  return words === "" ? "" : ` It said: “${words}”`;
}
