import { AppError } from "@cairn/contract/errors";
import type { LanguageModelMiddleware, ModelMessage, TextStreamPart, ToolSet, wrapLanguageModel } from "ai";
import { z, type ZodType } from "zod";

import { createDeadlineFetch, type Deadlines } from "./deadline-fetch.ts";
import { brokenOff, explainFailure } from "./explain-failure.ts";
import { textOfMessage } from "./message-text.ts";
import { meterCalls } from "./meter-calls.ts";
import type { ModelEvent, ModelRequest, ModelTool } from "./model-port.ts";
import { visibleText } from "./visible-text.ts";

/** Tries after an overloaded or unreachable vendor, before anything was streamed. */
const retries = 1;
/** More than anybody reads, thoughts included; a model that runs away is stopped here. */
const maxTextLength = 200_000;
/** A connection that lives but says nothing of use for this many times the longest silence is as good as dead. */
const idlePeriods = 5;
/** What a second try after a failure may wait before it begins. */
const retryPauseMs = 4_000;
/** Look-ups of one answer. */
const maxToolCalls = 60;
const toolsAtOnce = 4;
const maxComplaintLength = 1_000;

export interface ModelConnection {
  /** The model's name at the vendor. */
  model: string;
  open: (fetch: typeof globalThis.fetch) => Promise<VendorModel>;
  deadlines: Deadlines;
  /** JSON is asked for with its shape; of others only by the word, because they refuse what is not exactly theirs. */
  takesJsonShape: boolean;
  /** The most that one call may write, in tokens. */
  maxOutputTokens: number;
}

export type VendorModel = Parameters<typeof wrapLanguageModel>[0]["model"];

/** One answer as events. What the vendor's library reports in its own many ways leaves here as one AppError. */
export async function* streamModel(request: ModelRequest, connection: ModelConnection): AsyncGenerator<ModelEvent> {
  let failure: AppError | null = null;
  let hasText = false;
  const stopping = new AbortController();
  const fetch = createDeadlineFetch(connection.deadlines, (found) => (failure = found));
  try {
    const { streamText, isStepCount } = await import("ai");
    const { stream } = streamText({
      model: await openModel(request, connection, fetch),
      instructions: request.system,
      messages: request.messages.map(toMessage),
      tools: await toToolSet(request.tools),
      toolCallConcurrency: toolsAtOnce,
      stopWhen: [isStepCount(request.maxSteps), ({ steps }) => hasEnded(request, steps)],
      // In its last round the model must answer with what it has.
      prepareStep: ({ stepNumber }) =>
        stepNumber === request.maxSteps - 1 && stepNumber > 0 ? { toolChoice: "none" } : {},
      maxOutputTokens: Math.min(request.maxOutputTokens ?? Infinity, connection.maxOutputTokens),
      maxRetries: retries,
      abortSignal: AbortSignal.any([request.signal, stopping.signal]),
      onError: () => undefined,
    });
    const { connectTimeoutMs, idleTimeoutMs } = connection.deadlines;
    const patienceMs = connectTimeoutMs + idlePeriods * idleTimeoutMs + retryPauseMs;
    for await (const event of readParts(untilStuck(stream, patienceMs), request)) {
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

async function openModel(
  { json, meter }: ModelRequest,
  { model, open, takesJsonShape }: ModelConnection,
  fetch: typeof globalThis.fetch,
): Promise<VendorModel> {
  const { wrapLanguageModel } = await import("ai");
  const middleware: LanguageModelMiddleware[] = [];
  if (json) middleware.push(wantJson(takesJsonShape ? json : null));
  if (meter) middleware.push(meterCalls(meter, model));
  const vendor = await open(fetch);
  return middleware.length === 0 ? vendor : wrapLanguageModel({ model: vendor, middleware });
}

/** Asks for JSON as the vendor's own interface has it; the text is left for the caller to judge. */
function wantJson(shape: ZodType | null): LanguageModelMiddleware {
  const schema = shape ? (z.toJSONSchema(shape) as object) : undefined;
  return {
    specificationVersion: "v4",
    transformParams: async ({ params }) => ({ ...params, responseFormat: { type: "json", schema } }),
  };
}

/** A tool that leaves the word to a person has worked. */
function hasEnded(
  { tools }: ModelRequest,
  steps: readonly { toolResults: readonly { toolName: string }[] }[],
): boolean {
  const last = new Set(tools.filter(({ isLast }) => isLast).map(({ name }) => name));
  return steps.at(-1)?.toolResults.some(({ toolName }) => last.has(toolName)) ?? false;
}

function toMessage({ role, content }: ModelRequest["messages"][number]): ModelMessage {
  if (role === "assistant" || typeof content === "string")
    return { role, content: visibleText(textOfMessage(content)) };
  return {
    role,
    content: content.map((part) =>
      part.type === "text"
        ? { type: "text", text: visibleText(part.text) }
        : { type: "file", mediaType: part.contentType, data: part.bytes },
    ),
  };
}

async function toToolSet(tools: readonly ModelTool[]): Promise<ToolSet> {
  const { jsonSchema, tool } = await import("ai");
  const toTool = ({ description, input: shape, run }: ModelTool) => {
    const schema = z.toJSONSchema(shape, { target: "draft-7", io: "input" }) as Parameters<typeof jsonSchema>[0];
    const execute = async (input: unknown) => visibleText(await run(parseInput(shape, input)));
    return tool({ description, inputSchema: jsonSchema(schema), execute });
  };
  return Object.fromEntries(tools.map((one) => [one.name, toTool(one)]));
}

/** The library would tell the model its whole input again with what is wrong about it, however long it is. */
function parseInput(shape: ZodType, input: unknown): unknown {
  const parsed = shape.safeParse(input);
  if (parsed.success) return input;
  throw new Error(`Wrong input. ${z.prettifyError(parsed.error)}`.slice(0, maxComplaintLength));
}

async function* readParts(parts: AsyncIterable<Part>, { tools }: ModelRequest): AsyncGenerator<ModelEvent> {
  const calls = createCallBook();
  const last = new Set(tools.filter(({ isLast }) => isLast).map(({ name }) => name));
  let length = 0;
  let isAnswered = false;
  for await (const part of parts) {
    if (part.type === "error") throw part.error;
    if (calls.count > maxToolCalls) throw failed("The model kept looking things up and never answered.");
    if (part.type === "abort") throw new AppError("cancelled", { message: "The answer was stopped" });
    if (part.type === "text-delta" || part.type === "reasoning-delta") length += part.text.length;
    if (length > maxTextLength) throw failed("The model's answer grew too long and was cut off.");
    isAnswered ||= part.type === "text-delta" && part.text.trim() !== "";
    const isHandedOver = part.type === "tool-result" && last.has(part.toolName);
    isAnswered ||= isHandedOver;
    if (part.type === "finish") requireWholeAnswer(part, isAnswered);
    const event = toEvent(part, calls);
    if (event) yield event;
  }
}

/** Throws when no part comes for too long, whatever bytes do. */
async function* untilStuck(parts: AsyncIterable<Part>, patienceMs: number): AsyncGenerator<Part> {
  const iterator = parts[Symbol.asyncIterator]();
  while (true) {
    const stuck = Promise.withResolvers<never>();
    const message = "The model's connection stayed open, but nothing of use came.";
    const timer = setTimeout(() => stuck.reject(new AppError("vendor_unavailable", { message })), patienceMs);
    try {
      const next = await Promise.race([iterator.next(), stuck.promise]);
      if (next.done) return;
      yield next.value;
    } finally {
      clearTimeout(timer);
    }
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
function requireWholeAnswer({ finishReason, rawFinishReason }: Finish, isAnswered: boolean): void {
  if (finishReason === "content-filter") throw failed("The model declined to answer this question.");
  if (finishReason === "length") throw failed("The model stopped at its length limit before the answer was complete.");
  if (rawFinishReason === undefined && finishReason !== "stop" && isAnswered) throw brokenOff();
  if (!isAnswered) throw failed("The model ended without an answer.");
}

function toFinish({ totalUsage }: Finish): ModelEvent {
  return { type: "finish", inputTokens: totalUsage.inputTokens ?? 0, outputTokens: totalUsage.outputTokens ?? 0 };
}

function failed(message: string): AppError {
  return new AppError("vendor_failed", { message });
}

interface CallBook {
  /** Calls begun. */
  readonly count: number;
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
    get count() {
      return count;
    },
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
