import { AppError, type ErrorCode } from "@cairn/contract/errors";
import type { ImplementationStep } from "@cairn/contract/implementations";
import { z } from "zod";

import type { AgentWork } from "./agent-work.ts";
import { maskSecrets } from "./mask-secrets.ts";
import { countSame } from "./require-progress.ts";
import type { AgentTool, ToolOutcome } from "./tools/agent-tool.ts";
import { keepTurn, listAnsweredCalls, type AgentCall, type Turn } from "./transcript.ts";

/** Of one result. */
const maxResultCharacters = 30_000;
/** The same call with the same result so often is told to the model. */
const toldAfter = 2;

interface CallToAnswer {
  call: AgentCall;
  tools: readonly AgentTool[];
  turns: readonly Turn[];
  step: ImplementationStep;
}

/** Does what the model asks for and keeps what came of it; a failure is a result like any other. */
export async function answerCall(agent: AgentWork, { call, tools, turns, step }: CallToAnswer): Promise<Turn> {
  const { work, commit } = agent;
  const { callId, name, input } = call;
  const { outcome, isError } = await tryTool(agent, call, tools);
  const text = cut(maskSecrets(work.ctx, outcome.text));
  const same = countSame(listAnsweredCalls(turns), { name, input, text });
  const told =
    same < toldAfter ? text : `${text}\n(You have made this call ${same} times before, with the same result.)`;
  const title = maskSecrets(work.ctx, outcome.title).replaceAll(/\s+/g, " ");
  return await keepTurn(work, step, {
    reason: outcome.isFinished === true ? "finished" : null,
    message: { role: "tool", callId, name, text: told, isError },
    commitOid: outcome.commit ?? commit,
    log: [{ kind: "call", text: `${title}\n${text}` }],
  });
}

async function tryTool(
  agent: AgentWork,
  { name, input }: AgentCall,
  tools: readonly AgentTool[],
): Promise<{ outcome: ToolOutcome; isError: boolean }> {
  try {
    const tool = tools.find((one) => one.name === name);
    if (tool === undefined) {
      throw refuse(`There is no tool of this name. There are: ${tools.map((one) => one.name).join(", ")}.`);
    }
    if (input === null) throw refuse("The input is no JSON. If it was cut, write less at a time.");
    const parsed = tool.input.safeParse(input);
    if (!parsed.success) throw refuse(`Wrong input. ${z.prettifyError(parsed.error)}`);
    return { outcome: await tool.run(agent, parsed.data), isError: false };
  } catch (error) {
    agent.work.ctx.signal.throwIfAborted();
    if (!(error instanceof AppError) || !toldCodes.has(error.code)) throw error;
    return {
      outcome: {
        title: `Could not ${name.slice(0, 60).replaceAll("_", " ")}: ${error.message.split("\n", 1)[0]}`,
        text: error.message,
      },
      isError: true,
    };
  }
}

/** What the model can do something about; anything else is tried once more by the run. */
const toldCodes: ReadonlySet<ErrorCode> = new Set([
  "invalid_input",
  "conflict",
  "not_found",
  "forbidden",
  "unprocessable",
  "too_large",
  "vendor_failed",
]);

function refuse(message: string): AppError {
  return new AppError("invalid_input", { message });
}

/** The beginning and the end, where most of what matters stands. */
function cut(text: string): string {
  if (text.length <= maxResultCharacters) return text;
  const half = maxResultCharacters / 2;
  return `${text.slice(0, half)}\n[… ${text.length - maxResultCharacters} characters are left out here]\n${text.slice(-half)}`;
}
