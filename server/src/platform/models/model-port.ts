import type { ModelUsage } from "@cairn/contract/chat";
import type { ZodType } from "zod";

/** A language model, as the product needs one. Adapters call vendors; tests run a local server. */
export interface ModelPort {
  /** What people see as the author: the model's name. */
  name: string;
  /** What is known of the model now; answers at once, also while it is being looked at. */
  capabilities(): Promise<ModelCapabilities>;
  /**
   * Streams an answer. Text and tool calls come as they happen; the iterator ends with `finish` or throws AppError
   * (`vendor_unavailable` when it stalls, drops or is overloaded, `vendor_failed` when it answers nonsense).
   */
  stream(request: ModelRequest): AsyncIterable<ModelEvent>;
}

/**
 * The same model, asked for one reply at a time: whoever asks keeps what was said, runs the tools, and asks again. So a
 * conversation of hours can be gone on with by another process.
 */
export interface TurnModel {
  name: string;
  /** Of input and output together, in tokens; a cautious guess where it is unknown. */
  contextTokens(): number;
  /** The most that one reply may hold, in tokens. */
  maxOutputTokens(): number;
  /**
   * Resolves to a whole reply, or throws AppError as `stream` does; nothing of a reply that broke off is used. What the
   * meter throws is thrown as it is.
   */
  ask(request: TurnRequest): Promise<TurnReply>;
}

export interface TurnRequest {
  system: string;
  transcript: readonly TurnMessage[];
  tools: readonly Pick<ModelTool, "name" | "description" | "input">[];
  signal: AbortSignal;
  meter?: CallMeter;
}

/** What was said before: JSON, so that it can be kept. */
export type TurnMessage =
  | { role: "user"; text: string }
  /** `unreadable`: ids of calls whose input was no JSON. */
  | { role: "assistant"; content: TurnContent; unreadable: readonly string[] }
  | { role: "tool"; callId: string; name: string; text: string; isError: boolean };

/**
 * A reply as it goes back to the vendor: texts, thoughts with the vendor's signatures, calls of tools. Only these fields
 * are for others to read.
 */
export type TurnContent = readonly ({ type: string; text?: string; toolCallId?: string; input?: unknown } & Record<
  string,
  unknown
>)[];

export interface TurnReply {
  content: TurnContent;
  /** What it says to people. */
  text: string;
  /** In order; `input` is null where it sent no JSON. The ids are those in `content`, and unique there. */
  calls: { callId: string; name: string; input: unknown }[];
  /** It stopped at the limit of one reply: its last call may be cut. */
  isCut: boolean;
}

export interface ModelCapabilities {
  /** `checking` until the first look at it ended; `degraded` can do less; `unreachable` answers nothing now. */
  state: "ready" | "checking" | "degraded" | "unreachable";
  /** Calls tools when it should. */
  tools: boolean;
  /** Gives JSON of a wanted shape. */
  json: boolean;
  /** Reads images. */
  images: boolean;
  /** Context window in tokens, input and output together; a cautious guess where it is unknown. */
  contextTokens: number;
  /** What it cannot do or why it is not there, in whole sentences for people; empty when all is well. */
  reasons: readonly string[];
}

export interface ModelRequest {
  system: string;
  messages: { role: "user" | "assistant"; content: string | readonly ModelPart[] }[];
  tools: ModelTool[];
  /** How many rounds of tool calls at most. */
  maxSteps: number;
  signal: AbortSignal;
  /** The answer must be JSON of this shape; it arrives as unchecked text. */
  json?: ZodType;
  /** A short task that the operator's cheaper model may do. */
  isQuick?: boolean;
  /** Most tokens that one call may write; absent: as many as the connection allows. */
  maxOutputTokens?: number;
  /**
   * Called before every call to the vendor, of which a request with tools makes several; absent: nothing is counted.
   */
  meter?: CallMeter;
}

/** A piece of a message. */
export type ModelPart =
  | { type: "text"; text: string }
  | { type: "image"; contentType: string; bytes: Uint8Array<ArrayBuffer> };

/** Sets tokens aside before a call, or throws why it may not be made. Answers what to do when the call has ended. */
export type CallMeter = (planned: PlannedCall) => Promise<(taken: TakenTokens) => Promise<void>>;

export interface PlannedCall {
  /** The model that is called. */
  model: string;
  /** Estimate of what it is sent, in tokens. */
  promptTokens: number;
  /** The most it may write, in tokens. */
  maxOutputTokens: number;
}

/** As the vendor reports, or an estimate where the call was cut. */
export interface TakenTokens {
  inputTokens: number;
  outputTokens: number;
}

export interface ModelTool {
  name: string;
  description: string;
  input: ZodType;
  /** The answer is over when this has worked: what comes next is a person's turn. */
  isLast?: boolean;
  run: (input: unknown) => Promise<string>;
}

export type ModelEvent =
  | { type: "text"; text: string }
  | { type: "thought"; text: string }
  | { type: "tool-start"; callId: string; name: string; input: unknown }
  | { type: "tool-end"; callId: string; durationMs: number }
  /** The usage of this request so far; only from a metered model, as the last event, also when it fails. */
  | { type: "usage"; usage: ModelUsage }
  | { type: "finish"; inputTokens: number; outputTokens: number };
