import { AppError } from "@cairn/contract/errors";
import type { ImplementationStep } from "@cairn/contract/implementations";

import { runInstallCommand } from "#server/domain/implementations/agent/run-install-command.ts";
import { chooseCommands } from "#server/domain/implementations/checks/choose-commands.ts";
import type { PhaseWork } from "#server/domain/implementations/phases/run-phase.ts";
import { runRef } from "#server/domain/implementations/phases/run-refs.ts";
import type { StartableAgent } from "#server/platform/agent-protocol/find-agent.ts";
import { readRef } from "#server/platform/git/refs/move-ref.ts";
import type { WorkCopy } from "#server/platform/sandbox/port/sandbox-port.ts";

import { createCheckpoints } from "./create-checkpoints.ts";
import { openAgentAccess, type AgentAccess } from "./open-agent-access.ts";
import { requireAgent } from "./require-agent.ts";
import { runAgent } from "./run-agent.ts";

interface ChangeOrder {
  /** The phase whose log says what the agent does. */
  step: ImplementationStep;
  /** Of commits. */
  date: Date;
  /** What a session that knows nothing is asked. `isBegun`: a part of the change stands in its work copy already. */
  ask: (isBegun: boolean) => Promise<string>;
  /** What one is asked that was interrupted. */
  goOn: string;
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
 * Has the coding agent of the run work in a copy of the change as it stands, behind the walls. Where this server or another on
 * this machine was killed meanwhile, it goes on in the same files and the same session. Throws a `conflict` in words where it
 * cannot be brought to do it; what it wrote by then is kept.
 */
export async function writeChange(work: PhaseWork, { step, date, ask, goOn }: ChangeOrder): Promise<WrittenChange> {
  const { ctx, row, directory } = work;
  const { signal } = ctx;
  const agent = requireAgent(ctx.settings, row.agent);
  const check = await ctx.sandbox.check();
  if (!check.isUsable) throw new AppError("conflict", { message: check.reason });
  const base = row.baseOid ?? "";
  const former = await readRef(directory, runRef(row.implementationId, "head"), { signal });
  const key = `${row.implementationId} ${row.attempt} ${step}`;
  const left = await ctx.sandbox.takeOverWorkCopy({ key, repository: directory });
  const workCopy =
    left?.workCopy ?? (await ctx.sandbox.makeWorkCopy({ repository: directory, commit: former ?? base, signal }));
  const text = `Written by ${agent.name}, a coding agent.`;
  const checkpoints = createCheckpoints(work, { workCopy, base, date, text });
  try {
    const onSession = (note: string) => ctx.sandbox.keepWorkCopy(workCopy, { key, note });
    const installed = left === null ? await installBefore(work, workCopy) : null;
    const access = await openAgentAccess(work, { agent, step, workCopy, onStep: checkpoints.onStep, onSession });
    let said = "";
    if (installed !== null) access.log.note(`The files were ${installed}`);
    try {
      const order = { ask: (isAgain: boolean) => ask(isAgain || former !== null), goOn };
      await haveItWork(access, order, left?.note ?? null);
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

/** An agent reaches no registry. What an install leaves is there for it to use, and is no part of its change. */
async function installBefore(work: PhaseWork, workCopy: WorkCopy): Promise<string | null> {
  const { commands } = await chooseCommands(work);
  const said = await runInstallCommand(work, workCopy, commands);
  if (said !== null) await work.ctx.sandbox.settleWorkCopy(workCopy, work.ctx.signal);
  return said;
}

/** How often an agent is started again whose process ended before it was done. */
const maxStarts = 3;

/** A program that died is started again: in its own session where it can open that, else with all that it is to know. */
async function haveItWork(
  access: AgentAccess,
  { ask, goOn }: Pick<ChangeOrder, "ask" | "goOn">,
  leftSession: string | null,
): Promise<void> {
  const { agent, log } = access;
  let sessionId = leftSession;
  for (let start = 1; ; start += 1) {
    const former = sessionId === null ? null : { sessionId, prompt: goOn };
    const turn = await runAgent(access, await ask(start > 1 || former !== null), former);
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
