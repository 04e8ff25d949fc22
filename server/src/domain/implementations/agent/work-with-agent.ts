import { AppError } from "@cairn/contract/errors";
import type { ImplementationStep } from "@cairn/contract/implementations";

import type { CheckedCommands } from "#server/domain/implementations/checks/proof-run.ts";
import type { AgentParts } from "#server/domain/implementations/phases/run-host.ts";
import type { PhaseWork } from "#server/domain/implementations/phases/run-phase.ts";

import { nudgeText, resumeText } from "./agent-words.ts";
import type { AgentWork } from "./agent-work.ts";
import { answerCall } from "./answer-call.ts";
import { askAgent } from "./ask-agent.ts";
import { openCommandCopy } from "./command-copy.ts";
import { requireProgress } from "./require-progress.ts";
import { listAgentTools } from "./tools/list-agent-tools.ts";
import { finishedWith, keepTurn, listOpenCalls, type Turn } from "./transcript.ts";

interface AgentOrder {
  step: ImplementationStep;
  commands: CheckedCommands;
  /** Of commits. */
  date: Date;
  turns: readonly Turn[];
}

/** What the agent left. */
interface AgentEnd {
  turns: readonly Turn[];
  /** Holds the change. */
  commit: string;
  summary: string;
}

/**
 * Lets the model work until it says that it is done. Each reply and each result is kept before the next step, and each edit
 * is a commit that the result names; so whoever goes on after a crash goes on at the last of them. Throws `unprocessable` in
 * plain words where it gets nowhere, and LeaseLost where the run is paused.
 */
export async function workWithAgent(
  work: PhaseWork,
  { step, commands, date, turns: said }: AgentOrder,
): Promise<AgentEnd> {
  const { ctx, row } = work;
  const parts = await requireParts(work);
  const tools = listAgentTools(parts.host);
  const turns = [...said];
  const copy = openCommandCopy(work, commands);
  const commitNow = () => turns.at(-1)?.commitOid ?? row.baseOid ?? "";
  const say = async (reason: "resume" | "nudge", text: string) =>
    await keepTurn(work, step, { reason, message: { role: "user", text }, commitOid: commitNow(), log: [] });
  try {
    if (isLeft(turns, row.attempt)) turns.push(await say("resume", resumeText));
    for (;;) {
      ctx.signal.throwIfAborted();
      const summary = finishedWith(turns);
      if (summary !== null) return { turns, commit: commitNow(), summary };
      const [call] = listOpenCalls(turns);
      const agent: AgentWork = { work, host: parts.host, commands, commit: commitNow(), date, copy };
      if (call !== undefined) {
        turns.push(await answerCall(agent, { call, tools, turns, step }));
        continue;
      }
      requireProgress(turns, row.attempt);
      const isSilent = turns.at(-1)?.message.role === "assistant";
      turns.push(
        isSilent
          ? await say("nudge", nudgeText)
          : await askAgent(work, { parts, tools, turns, step, commit: agent.commit }),
      );
    }
  } finally {
    await copy.close();
  }
}

/** Throws `conflict` where no model is set. */
export async function requireParts({ ctx }: Pick<PhaseWork, "ctx">): Promise<AgentParts> {
  if (ctx.loadAgent) return await ctx.loadAgent();
  throw new AppError("conflict", { message: "No language model is set on this server any more." });
}

/** A run before this one was ended while the agent worked. */
function isLeft(turns: readonly Turn[], attempt: number): boolean {
  const last = turns.at(-1);
  return (
    last !== undefined && last.attempt < attempt && finishedWith(turns) === null && listOpenCalls(turns).length === 0
  );
}
