import { z, type ZodType } from "zod";

import type { CallOptions } from "./count-call.ts";
import type { ModelEvent, ModelTool } from "./model-port.ts";
import { visibleText } from "./visible-text.ts";

type ToolDescription = Extract<NonNullable<CallOptions["tools"]>[number], { type: "function" }>;
type ToolMessage = Extract<CallOptions["prompt"][number], { role: "tool" }>;
type ToolResultPart = Extract<ToolMessage["content"][number], { type: "tool-result" }>;

/** A tool call of a model; `input` is null where it sent no JSON. */
export interface ToolCall {
  /** Id given by the vendor of the model; not unique. */
  vendorId: string;
  name: string;
  input: unknown;
}

interface FinishedCall {
  call: ToolCall;
  /** Our own id; unique. */
  callId: string;
  durationMs: number;
  output: ToolResultPart["output"];
}

const toolsAtOnce = 4;
const maxComplaintLength = 1_000;

export function describeTool({ name, description, input }: ModelTool): ToolDescription {
  return { type: "function", name, description, inputSchema: describeInput(input) };
}

/** Tools are the same in every answer, and converting their schemas takes longer than beginning an answer. */
const schemaCache = new WeakMap<ZodType, ToolDescription["inputSchema"]>();

function describeInput(input: ZodType): ToolDescription["inputSchema"] {
  const known = schemaCache.get(input);
  if (known) return known;
  const whole = z.toJSONSchema(input, { target: "draft-7", io: "input" });
  const schema = JSON.parse(JSON.stringify(whole, withoutBounds)) as ToolDescription["inputSchema"];
  schemaCache.set(input, schema);
  return schema;
}

/** What a wrong input is told anyway: every turn of every answer would read it. */
function withoutBounds(key: string, value: unknown): unknown {
  const isBound = key === "$schema" || key === "minLength" || key === "maxLength";
  const isEndless = (key === "maximum" || key === "minimum") && Math.abs(Number(value)) >= Number.MAX_SAFE_INTEGER;
  return (isBound && typeof value !== "object") || isEndless ? undefined : value;
}

/** The input of a call from what the model wrote; null where that is no JSON, or would reach into prototypes. */
export function readInput(text: string): unknown {
  try {
    return text.trim() === "" ? {} : JSON.parse(text, refusePrototypes);
  } catch {
    return null;
  }
}

function refusePrototypes(key: string, value: unknown): unknown {
  if (key === "__proto__" || key === "prototype") throw new SyntaxError("Forbidden key");
  return value;
}

/**
 * Runs the tool calls of one round, some at once, with an event as each begins and ends; their results come in the order of the
 * calls. A failure is reported to the model like any result. `firstId` is the id of the first call, the others count up; `stopped` rejects
 * when nobody waits for the answer any more.
 */
export async function* runTools(
  calls: readonly ToolCall[],
  tools: readonly ModelTool[],
  { firstId, stopped }: { firstId: number; stopped: Promise<never> },
): AsyncGenerator<ModelEvent, { results: ToolResultPart[]; isFinished: boolean }> {
  const running = new Map<string, Promise<FinishedCall>>();
  // In the order of the calls, whichever ends first: some vendors, and every reader without ids, go by it.
  const results: ToolResultPart[] = [];
  let isFinished = false;
  for (let begun = 0; begun < calls.length || running.size > 0;) {
    const call = calls[begun];
    if (call && running.size < toolsAtOnce) {
      const callId = String(firstId + begun);
      begun += 1;
      yield { type: "tool-start", callId, name: call.name, input: call.input };
      running.set(callId, runTool(call, callId, tools));
      continue;
    }
    const { call: finished, callId, durationMs, output } = await Promise.race([...running.values(), stopped]);
    running.delete(callId);
    yield { type: "tool-end", callId, durationMs };
    isFinished ||= output.type === "text" && tools.some(({ name, isLast }) => isLast && name === finished.name);
    results[Number(callId) - firstId] = {
      type: "tool-result",
      toolCallId: finished.vendorId,
      toolName: finished.name,
      output,
    };
  }
  return { results, isFinished };
}

/** Never rejects. */
async function runTool(call: ToolCall, callId: string, tools: readonly ModelTool[]): Promise<FinishedCall> {
  const startedAt = performance.now();
  const output = await executeTool(call, tools);
  return { call, callId, durationMs: Math.round(performance.now() - startedAt), output };
}

async function executeTool({ name, input }: ToolCall, tools: readonly ModelTool[]): Promise<ToolResultPart["output"]> {
  const tool = tools.find((one) => one.name === name);
  try {
    if (!tool) throw new Error(`There is no tool of this name. There are: ${tools.map((one) => one.name).join(", ")}`);
    if (input === null) throw new Error("The input is not JSON.");
    requireInput(tool.input, input);
    return { type: "text", value: visibleText(await tool.run(input)) };
  } catch (error) {
    const value = error instanceof Error ? error.message : "The tool failed.";
    return { type: "error-text", value: value.slice(0, maxComplaintLength) };
  }
}

function requireInput(shape: ZodType, input: unknown): void {
  const parsed = shape.safeParse(input);
  if (!parsed.success) throw new Error(`Wrong input. ${z.prettifyError(parsed.error)}`);
}
