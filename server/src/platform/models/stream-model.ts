import { AppError } from "@cairn/contract/errors";
import { z, type ZodType } from "zod";

import { callVendor } from "./call-vendor.ts";
import type { CallOptions, CallPart, VendorModel } from "./count-call.ts";
import { createDeadlineFetch, type Deadlines } from "./deadline-fetch.ts";
import { brokenOff, explainFailure } from "./explain-failure.ts";
import { createIdleTimeout, type IdleTimeout } from "./idle-timeout.ts";
import { textOfMessage } from "./message-text.ts";
import type { ModelEvent, ModelRequest } from "./model-port.ts";
import { openTurn, type Finish, type ModelTurn } from "./parse-turn.ts";
import { describeTool, runTools } from "./run-tools.ts";
import { visibleText } from "./visible-text.ts";

/** More than anybody reads, thoughts included; a model that runs away is stopped here. */
const maxTextLength = 200_000;
/** Look-ups of one answer. */
const maxToolCalls = 60;

export interface ModelConnection {
  /** The model's name at the vendor. */
  model: string;
  open: (fetch: typeof globalThis.fetch) => Promise<VendorModel>;
  deadlines: Deadlines;
  /**
   * JSON is requested with its schema; of other vendors without it, because they refuse dialects of schemas other than
   * theirs.
   */
  takesJsonShape: boolean;
  /** The most that one call may write, in tokens. */
  maxOutputTokens: number;
}

/**
 * One answer as events, in as many calls as the model wants to look things up. What the vendor's library reports in its
 * own many ways leaves here as one AppError. The calls and the loop around them are ours and not the library's, whose
 * own costs more for each word than all the rest of an answer.
 */
export async function* streamModel(request: ModelRequest, connection: ModelConnection): AsyncGenerator<ModelEvent> {
  let failure: AppError | null = null;
  let hasText = false;
  const stopping = new AbortController();
  const idleTimeout = createIdleTimeout(connection.deadlines, (stuck) => {
    failure ??= stuck;
    stopping.abort(stuck);
  });
  try {
    const vendor = await connection.open(createDeadlineFetch(connection.deadlines, (found) => (failure ??= found)));
    const signal = AbortSignal.any([request.signal, stopping.signal]);
    for await (const event of answerInRounds(request, { connection, vendor, signal, idleTimeout })) {
      hasText ||= event.type === "text";
      idleTimeout.pause();
      yield event;
      idleTimeout.begin();
    }
  } catch (error) {
    request.signal.throwIfAborted();
    throw failure ?? explainFailure(error, { hasText });
  } finally {
    idleTimeout.end();
    stopping.abort();
  }
}

interface StreamContext {
  connection: ModelConnection;
  vendor: VendorModel;
  signal: AbortSignal;
  idleTimeout: IdleTimeout;
}

async function* answerInRounds(request: ModelRequest, context: StreamContext): AsyncGenerator<ModelEvent> {
  const { tools, maxSteps } = request;
  const options = toOptions(request, context);
  const stopped = whenStopped(context.signal);
  const total = { inputTokens: 0, outputTokens: 0 };
  const seen: Seen = { length: 0, isAnswered: false };
  let calls = 0;
  for (let round = 1; ; round += 1) {
    // In its last round the model must answer with what it has.
    const mayCall = round === 1 || round < maxSteps;
    const turn = openTurn();
    yield* readCall(request, mayCall ? options : { ...options, toolChoice: { type: "none" } }, { context, turn, seen });
    const finish = turn.finish ?? unsaid;
    total.inputTokens += finish.usage.inputTokens.total ?? 0;
    total.outputTokens += finish.usage.outputTokens.total ?? 0;
    const firstId = calls + 1;
    calls += turn.calls.length;
    if (calls > maxToolCalls || (turn.calls.length > 0 && !mayCall)) {
      throw failed("The model kept looking things up and never answered.");
    }
    const { results, isFinished } = yield* runTools(turn.calls, tools, { firstId, stopped });
    if (turn.calls.length === 0 || isFinished || round >= maxSteps) {
      requireWholeAnswer(finish.finishReason, seen.isAnswered || isFinished);
      yield { type: "finish", ...total };
      return;
    }
    options.prompt.push({ role: "assistant", content: turn.content }, { role: "tool", content: results });
  }
}

/** What came so far in all rounds. */
interface Seen {
  /** Characters, thoughts included. */
  length: number;
  isAnswered: boolean;
}

/** The text and thoughts of one call; all else of it is left in its turn. */
async function* readCall(
  { meter }: ModelRequest,
  options: CallOptions,
  { context, turn, seen }: { context: StreamContext; turn: ModelTurn; seen: Seen },
): AsyncGenerator<ModelEvent> {
  const { counted, reader } = await callVendor(context.vendor, options, { meter, name: context.connection.model });
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      const part = next.value;
      context.idleTimeout.begin();
      counted.see(part);
      turn.see(part);
      if (part.type === "error") throw part.error;
      const event = toEvent(part);
      if (event === null) continue;
      seen.length += event.text.length;
      if (seen.length > maxTextLength) throw failed("The model's answer grew too long and was cut off.");
      seen.isAnswered ||= event.type === "text" && event.text.trim() !== "";
      yield event;
    }
  } finally {
    reader.cancel().catch(() => undefined);
    await counted.end();
  }
}

type Written = Extract<ModelEvent, { type: "text" | "thought" }>;

/** Null for parts without content for a reader. */
function toEvent(part: CallPart): Written | null {
  if (part.type !== "text-delta" && part.type !== "reasoning-delta") return null;
  return part.delta === "" ? null : { type: part.type === "text-delta" ? "text" : "thought", text: part.delta };
}

function toOptions(request: ModelRequest, { connection, signal }: StreamContext): CallOptions {
  const { tools, json } = request;
  const system = request.system === "" ? [] : [{ role: "system" as const, content: request.system }];
  return {
    prompt: [...system, ...request.messages.map(toMessage)],
    ...(tools.length > 0 && { tools: tools.map(describeTool), toolChoice: { type: "auto" } }),
    ...(json && { responseFormat: wantJson(json, connection.takesJsonShape) }),
    maxOutputTokens: Math.min(request.maxOutputTokens ?? Infinity, connection.maxOutputTokens),
    abortSignal: signal,
  };
}

/** Requests JSON in the vendor's own way; the caller must check the text. */
function wantJson(shape: ZodType, takesShape: boolean): CallOptions["responseFormat"] {
  return takesShape ? { type: "json", schema: z.toJSONSchema(shape) as object } : { type: "json" };
}

function toMessage({ role, content }: ModelRequest["messages"][number]): CallOptions["prompt"][number] {
  if (role === "assistant" || typeof content === "string") {
    return { role, content: [{ type: "text", text: visibleText(textOfMessage(content)) }] };
  }
  return {
    role,
    content: content.map((part) =>
      part.type === "text"
        ? { type: "text", text: visibleText(part.text) }
        : { type: "file", mediaType: part.contentType, data: { type: "data", data: part.bytes } },
    ),
  };
}

/** Rejects when the signal is aborted. */
function whenStopped(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => undefined);
  signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  if (signal.aborted) reject(signal.reason);
  return promise;
}

/** Of a stream that ended without a word. */
const unsaid: Pick<Finish, "finishReason" | "usage"> = {
  finishReason: { unified: "other", raw: undefined },
  usage: {
    inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: undefined, text: undefined, reasoning: undefined },
  },
};

/** A stream that ends without saying why was cut; one that says so but holds no text is no answer. */
function requireWholeAnswer({ unified, raw }: Finish["finishReason"], isAnswered: boolean): void {
  if (unified === "content-filter") throw failed("The model declined to answer this question.");
  if (unified === "length") throw failed("The model stopped at its length limit before the answer was complete.");
  if (raw === undefined && unified !== "stop" && isAnswered) throw brokenOff();
  if (!isAnswered) throw failed("The model ended without an answer.");
}

function failed(message: string): AppError {
  return new AppError("vendor_failed", { message });
}
