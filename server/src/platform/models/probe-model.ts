import { AppError } from "@cairn/contract/errors";
import { z } from "zod";

import { describeLimits } from "./describe-limits.ts";
import { statusOf } from "./explain-failure.ts";
import { fetchModelLimits } from "./fetch-model-limits.ts";
import type { ModelRequest, ModelTool } from "./model-port.ts";
import { parseJson } from "./parse-json.ts";
import { streamModel, type ModelConnection } from "./stream-model.ts";
import type { ModelSettings } from "./vendor-address.ts";
import type { ProbeResult } from "./watch-model.ts";

/** Enough for models that reason before they answer. */
const maxOutputTokens = 2_000;
/** A model that chats where it should act is given a second chance. */
const tries = 2;
/** With less than this, answers rest on visibly less of the code. */
const comfortableTokens = 16_000;

/** How a trial ended: it can, it cannot, or the call failed. */
type ProbeOutcome = "yes" | "no" | AppError;

/** Probes a model's capabilities with two or three short calls, and asks its provider for the rest. */
export async function probeModel(
  connection: ModelConnection,
  settings: ModelSettings,
  signal: AbortSignal,
): Promise<ProbeResult> {
  const tools = await tryRepeatedly(() => tryTool(connection, signal));
  if (tools instanceof AppError && isOutOfReach(tools)) return toLook(tools);
  const json = await tryRepeatedly(() => tryJson(connection, signal));
  if (json instanceof AppError && isOutOfReach(json)) return toLook(json);
  if (tools instanceof AppError && json instanceof AppError) {
    const plain = await tryPlain(connection, signal);
    if (plain instanceof AppError) return toLook(plain);
  }
  signal.throwIfAborted();
  const limits = describeLimits(settings, await fetchModelLimits(settings, connection.model, signal));
  const can = { tools: tools === "yes", json: json === "yes", ...limits };
  const reasons = listReasons(connection.model, can);
  return {
    kind: "found",
    capabilities: { ...can, state: reasons.length > 0 ? "degraded" : "ready", reasons },
  };
}

function listReasons(name: string, can: { tools: boolean; json: boolean; contextTokens: number }): string[] {
  const reasons: string[] = [];
  if (!can.tools) {
    reasons.push(`${name} does not use tools, so answers are made from what one search for the question finds.`);
  }
  if (!can.json) {
    reasons.push(
      `${name} does not give JSON, so chats are named by their question and nothing to ask next is suggested.`,
    );
  }
  if (can.contextTokens < comfortableTokens) {
    const size = can.contextTokens.toLocaleString("en");
    reasons.push(`${name} reads ${size} tokens at once, so answers rest on less of the code.`);
  }
  return reasons;
}

/**
 * Asking further would only wait for the same. A refusal of the request itself may mean the tools or the JSON alone.
 */
function isOutOfReach(failure: AppError): boolean {
  const status = statusOf(failure);
  return failure.code === "vendor_unavailable" || status === 401 || status === 403 || status === 404;
}

function toLook(failure: AppError): ProbeResult {
  return statusOf(failure) === 429 ? { kind: "busy" } : { kind: "failed", failure };
}

async function tryRepeatedly(attempt: () => Promise<ProbeOutcome>): Promise<ProbeOutcome> {
  let last: ProbeOutcome = "no";
  for (let count = 0; count < tries && last === "no"; count += 1) last = await attempt();
  return last;
}

const noted = z.object({ word: z.string().max(100) });
const answered = z.object({ word: z.string().max(100), letters: z.number() });

async function tryTool(connection: ModelConnection, signal: AbortSignal): Promise<ProbeOutcome> {
  let word = "";
  const note: ModelTool = {
    name: "note_word",
    description: "Takes down one word.",
    input: noted,
    isLast: true,
    run: async (input) => {
      ({ word } = noted.parse(input));
      return "Noted.";
    },
  };
  const reported = await ask(connection, {
    ...say("Take down the word pier with the tool note_word. Do not answer in text.", signal),
    tools: [note],
  });
  if (reported instanceof AppError && !isAboutAnswer(reported)) return reported;
  return word.toLowerCase().includes("pier") ? "yes" : "no";
}

async function tryJson(connection: ModelConnection, signal: AbortSignal): Promise<ProbeOutcome> {
  const reported = await ask(connection, {
    ...say('Answer with this JSON object and nothing else: {"word": "pier", "letters": 4}', signal),
    json: answered,
  });
  if (reported instanceof AppError) return isAboutAnswer(reported) ? "no" : reported;
  return parseJson(reported, answered)?.word.toLowerCase() === "pier" ? "yes" : "no";
}

async function tryPlain(connection: ModelConnection, signal: AbortSignal): Promise<ProbeOutcome> {
  const reported = await ask(connection, say("Answer with the word pier.", signal));
  return reported instanceof AppError && !isAboutAnswer(reported) ? reported : "yes";
}

/** The model was reached and said something, if nothing of use. */
function isAboutAnswer(failure: AppError): boolean {
  return failure.code === "vendor_failed" && failure.cause === undefined;
}

function say(content: string, signal: AbortSignal): ModelRequest {
  return {
    system: "This is a check of what you can do. Do exactly what is asked.",
    messages: [{ role: "user", content }],
    tools: [],
    maxSteps: 1,
    maxOutputTokens,
    signal,
  };
}

/** The text, or why there is none. Throws only when it was stopped. */
async function ask(connection: ModelConnection, request: ModelRequest): Promise<string | AppError> {
  let text = "";
  try {
    for await (const event of streamModel(request, connection)) if (event.type === "text") text += event.text;
    return text;
  } catch (error) {
    request.signal.throwIfAborted();
    if (error instanceof AppError) return error;
    throw error;
  }
}
