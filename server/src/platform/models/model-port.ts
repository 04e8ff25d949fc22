import type { ZodType } from "zod";

/** A language model, as the product needs one. Adapters speak to vendors; tests run a local server. */
export interface ModelPort {
  /** What people see as the author: the model's name. */
  name: string;
  /**
   * Streams an answer. Text and tool calls come as they happen; the iterator ends with `finish` or throws AppError
   * (`vendor_unavailable` when it stalls, drops or is overloaded, `vendor_failed` when it answers nonsense).
   */
  stream(request: ModelRequest): AsyncIterable<ModelEvent>;
}

export interface ModelRequest {
  system: string;
  messages: { role: "user" | "assistant"; content: string }[];
  tools: ModelTool[];
  /** How many rounds of tool calls at most. */
  maxSteps: number;
  signal: AbortSignal;
}

export interface ModelTool {
  name: string;
  description: string;
  input: ZodType;
  run(input: unknown): Promise<string>;
}

export type ModelEvent =
  | { type: "text"; text: string }
  | { type: "thought"; text: string }
  | { type: "tool-start"; callId: string; name: string; input: unknown }
  | { type: "tool-end"; callId: string; durationMs: number }
  | { type: "finish"; inputTokens: number; outputTokens: number };
