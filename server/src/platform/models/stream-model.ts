import { AppError } from "@cairn/contract/errors";
import type { LanguageModel, TextStreamPart, ToolSet } from "ai";

import { createDeadlineFetch, type Deadlines } from "./deadline-fetch.ts";
import { brokenOff, explainFailure } from "./explain-failure.ts";
import type { ModelEvent, ModelRequest, ModelTool } from "./model-port.ts";

/** Tries after an overloaded or unreachable vendor, before anything was streamed. */
const retries = 1;
/** More text than anybody reads; a model that runs away is stopped here. */
const maxTextLength = 200_000;

export interface ModelConnection {
  open(fetch: typeof globalThis.fetch): Promise<LanguageModel>;
  deadlines: Deadlines;
}

/** One answer as events. What the vendor's library reports in its own many ways leaves here as one AppError. */
export async function* streamModel(request: ModelRequest, connection: ModelConnection): AsyncGenerator<ModelEvent> {
  let failure: AppError | null = null;
  let hasText = false;
  const stopping = new AbortController();
  const fetch = createDeadlineFetch(connection.deadlines, (found) => (failure = found));
  try {
    const { streamText, isStepCount } = await import("ai");
    const { stream } = streamText({
      model: await connection.open(fetch),
      instructions: request.system,
      messages: request.messages,
      tools: await toToolSet(request.tools),
      stopWhen: isStepCount(request.maxSteps),
      // In its last round the model must answer with what it has.
      prepareStep: ({ stepNumber }) => (stepNumber === request.maxSteps - 1 ? { toolChoice: "none" } : {}),
      maxRetries: retries,
      abortSignal: AbortSignal.any([request.signal, stopping.signal]),
      onError: () => undefined,
    });
    for await (const event of readParts(stream)) {
      hasText ||= event.type === "text";
      yield event;
    }
  } catch (error) {
    request.signal.throwIfAborted();
    throw failure ?? explainFailure(error, { hasText });
  } finally {
    stopping.abort();
  }
}

async function toToolSet(tools: readonly ModelTool[]): Promise<ToolSet> {
  const { tool } = await import("ai");
  return Object.fromEntries(
    tools.map((one) => [
      one.name,
      tool({ description: one.description, inputSchema: one.input, execute: (input: unknown) => one.run(input) }),
    ]),
  );
}

async function* readParts(parts: AsyncIterable<Part>): AsyncGenerator<ModelEvent> {
  const calls = createCallBook();
  let textLength = 0;
  for await (const part of parts) {
    if (part.type === "error") throw part.error;
    if (part.type === "abort") throw new AppError("cancelled", { message: "The answer was stopped" });
    if (part.type === "text-delta") textLength += part.text.length;
    if (textLength > maxTextLength) throw failed("The model's answer grew too long and was cut off.");
    if (part.type === "finish") requireWholeAnswer(part, textLength);
    const event = toEvent(part, calls);
    if (event) yield event;
  }
}

/** Null for parts that tell nothing to a reader. */
function toEvent(part: Part, calls: CallBook): ModelEvent | null {
  if (part.type === "text-delta") return part.text === "" ? null : { type: "text", text: part.text };
  if (part.type === "reasoning-delta") return part.text === "" ? null : { type: "thought", text: part.text };
  if (part.type === "tool-call") {
    return { type: "tool-start", callId: calls.begin(part.toolCallId), name: part.toolName, input: part.input };
  }
  if (part.type === "tool-result" || part.type === "tool-error") {
    const ended = calls.end(part.toolCallId);
    return ended && { type: "tool-end", ...ended };
  }
  return part.type === "finish" ? toFinish(part) : null;
}

type Part = TextStreamPart<ToolSet>;
type Finish = Extract<Part, { type: "finish" }>;

/** A stream that ends without saying why was cut; one that says so but holds no text is no answer. */
function requireWholeAnswer({ finishReason, rawFinishReason }: Finish, textLength: number): void {
  if (finishReason === "content-filter") throw failed("The model declined to answer this question.");
  if (finishReason === "length") throw failed("The model stopped at its length limit before the answer was complete.");
  if (rawFinishReason === undefined && finishReason !== "stop" && textLength > 0) throw brokenOff();
  if (textLength === 0) throw failed("The model ended without an answer.");
}

function toFinish({ totalUsage }: Finish): ModelEvent {
  return { type: "finish", inputTokens: totalUsage.inputTokens ?? 0, outputTokens: totalUsage.outputTokens ?? 0 };
}

function failed(message: string): AppError {
  return new AppError("vendor_failed", { message });
}

interface CallBook {
  /** Our own id for a call. */
  begin(vendorId: string): string;
  /** Null for a call that never began. */
  end(vendorId: string): { callId: string; durationMs: number } | null;
}

/** Vendors repeat call ids; ours never do. */
function createCallBook(): CallBook {
  const open = new Map<string, { callId: string; startedAt: number }[]>();
  let count = 0;
  return {
    begin(vendorId) {
      const callId = String((count += 1));
      open.set(vendorId, [...(open.get(vendorId) ?? []), { callId, startedAt: performance.now() }]);
      return callId;
    },
    end(vendorId) {
      const call = open.get(vendorId)?.shift();
      return call ? { callId: call.callId, durationMs: Math.round(performance.now() - call.startedAt) } : null;
    },
  };
}
