import { AppError } from "@cairn/contract/errors";

import { callVendor } from "./call-vendor.ts";
import type { CallOptions } from "./count-call.ts";
import { createDeadlineFetch } from "./deadline-fetch.ts";
import { brokenOff, explainFailure } from "./explain-failure.ts";
import { createIdleTimeout } from "./idle-timeout.ts";
import type { TurnContent, TurnMessage, TurnReply, TurnRequest } from "./model-port.ts";
import { openTurn, type ModelTurn } from "./parse-turn.ts";
import { describeTool } from "./run-tools.ts";
import type { ModelConnection } from "./stream-model.ts";
import { visibleText } from "./visible-text.ts";

/** More than a reply of any use holds, thoughts and inputs of tools included. */
const maxReplyLength = 400_000;
/** Of one reply; more are a model that runs away. */
const maxCalls = 30;

/** One reply of the model, whole. Its deadlines are for silence alone, as those of streamed answers. */
export async function askModel(request: TurnRequest, connection: ModelConnection): Promise<TurnReply> {
  let failure: AppError | null = null;
  const stopping = new AbortController();
  const fail = (found: AppError) => void (failure ??= found);
  const idleTimeout = createIdleTimeout(connection.deadlines, (stuck) => {
    fail(stuck);
    stopping.abort(stuck);
  });
  const { meter, hasRefused } = watchMeter(request.meter);
  const turn = openTurn();
  try {
    const vendor = await connection.open(createDeadlineFetch(connection.deadlines, fail));
    const signal = AbortSignal.any([request.signal, stopping.signal]);
    const { counted, reader } = await callVendor(vendor, toOptions(request, connection, signal), {
      meter,
      name: connection.model,
    });
    try {
      let length = 0;
      for (let next = await reader.read(); !next.done; next = await reader.read()) {
        const part = next.value;
        idleTimeout.begin();
        counted.see(part);
        if (part.type === "error") throw part.error;
        length += "delta" in part && typeof part.delta === "string" ? part.delta.length : 0;
        if (length > maxReplyLength) throw failed("The model's answer grew too long and was cut off.");
        turn.see(part);
      }
    } finally {
      reader.cancel().catch(() => undefined);
      await counted.end();
    }
    return toReply(turn);
  } catch (error) {
    if (hasRefused(error)) throw error;
    request.signal.throwIfAborted();
    throw failure ?? explainFailure(error, { hasText: turn.content.length > 0 });
  } finally {
    idleTimeout.end();
    stopping.abort();
  }
}

/** Tells what the meter threw from what went wrong after it. */
function watchMeter(given: TurnRequest["meter"]): {
  meter: TurnRequest["meter"];
  hasRefused: (error: unknown) => boolean;
} {
  const refusals = new Set<unknown>();
  const meter: TurnRequest["meter"] = async (planned) => {
    try {
      return (await given?.(planned)) ?? (async () => undefined);
    } catch (error) {
      refusals.add(error);
      throw error;
    }
  };
  return { meter: given && meter, hasRefused: (error) => refusals.has(error) };
}

function toReply(turn: ModelTurn): TurnReply {
  const { finish, calls } = turn;
  // A stream that ends without saying so was cut.
  if (finish === null) throw brokenOff();
  const { unified, raw } = finish.finishReason;
  if (unified === "content-filter") throw failed("The model declined to answer.");
  if (raw === undefined && unified !== "stop" && unified !== "tool-calls") throw brokenOff();
  if (calls.length > maxCalls) throw failed(`The model asked for ${calls.length} tools at once.`);
  const content = numberCalls(turn.content);
  const text = content.map((part) => (part.type === "text" ? (part.text ?? "") : "")).join("");
  return {
    content,
    text: text.trim(),
    calls: calls.map(({ name, input }, at) => ({ callId: callIdAt(at), name, input })),
    isCut: unified === "length",
  };
}

/** Vendors' ids need not be unique, so calls are numbered within their reply. */
function numberCalls(content: ModelTurn["content"]): TurnContent {
  let at = 0;
  return content.map((part) => {
    if (part.type !== "tool-call") return { ...part };
    const toolCallId = callIdAt(at);
    at += 1;
    return { ...part, toolCallId };
  });
}

function callIdAt(at: number): string {
  return `call_${at + 1}`;
}

type Prompt = CallOptions["prompt"];

function toOptions(
  { system, transcript, tools }: TurnRequest,
  connection: ModelConnection,
  abortSignal: AbortSignal,
): CallOptions {
  return {
    prompt: [{ role: "system", content: visibleText(system) }, ...toPrompt(transcript)],
    tools: tools.map((tool) => describeTool({ ...tool, run: async () => "" })),
    toolChoice: { type: "auto" },
    maxOutputTokens: connection.maxOutputTokens,
    abortSignal,
  };
}

/** Results of one reply's calls go back together. Ids are told apart by which reply they belong to. */
function toPrompt(transcript: readonly TurnMessage[]): Prompt {
  const prompt: Prompt = [];
  let replies = 0;
  const name = (callId: string) => `${callId}_of_${replies}`;
  for (const message of transcript) {
    if (message.role === "user") {
      prompt.push({ role: "user", content: [{ type: "text", text: visibleText(message.text) }] });
    } else if (message.role === "assistant") {
      replies += 1;
      const content = message.content.map((part) =>
        part.type === "tool-call" ? { ...part, toolCallId: name(part.toolCallId ?? "") } : part,
      );
      prompt.push({ role: "assistant", content } as Prompt[number]);
    } else {
      const output = { type: message.isError ? "error-text" : "text", value: visibleText(message.text) } as const;
      const result = { type: "tool-result", toolCallId: name(message.callId), toolName: message.name, output } as const;
      const last = prompt.at(-1);
      if (last?.role === "tool") last.content.push(result);
      else prompt.push({ role: "tool", content: [result] });
    }
  }
  return prompt;
}

function failed(message: string): AppError {
  return new AppError("vendor_failed", { message });
}
