import { AppError } from "@cairn/contract/errors";

import { estimateTokens } from "#server/platform/models/estimate-tokens.ts";
import type { TurnMessage } from "#server/platform/models/model-port.ts";

/** Of a result or an input that is shortened, its beginning is kept. */
const keptCharacters = 300;
/** So much of the newest is never shortened. */
const newestMessages = 8;
/** When it must be shortened, so much of the room is made free: not again with each message. */
const goal = 0.6;

/**
 * What was said, in at most so many tokens: the oldest results of tools first, and then what tools were given, are cut to
 * their beginning, and say so. What people and the server said stays whole. Throws `unprocessable` where that is not enough.
 */
export function fitTranscript(messages: readonly TurnMessage[], maxTokens: number): TurnMessage[] {
  const sizes = messages.map(sizeOf);
  let total = sizes.reduce((sum, size) => sum + size, 0);
  if (total <= maxTokens) return [...messages];
  const fitted = [...messages];
  for (const shorten of [shortenResult, shortenInputs]) {
    for (let at = 0; at < fitted.length - newestMessages && total > maxTokens * goal; at += 1) {
      const message = fitted[at];
      if (message === undefined) continue;
      const shortened = shorten(message);
      total += sizeOf(shortened) - sizeOf(message);
      fitted[at] = shortened;
    }
  }
  if (total > maxTokens) {
    throw new AppError("unprocessable", {
      message:
        "What the agent and the server said is more than the model can read at once. Split the task into smaller ones.",
    });
  }
  return fitted;
}

function sizeOf(message: TurnMessage): number {
  return estimateTokens(JSON.stringify(message).length);
}

function shortenResult(message: TurnMessage): TurnMessage {
  return message.role === "tool" ? { ...message, text: shorten(message.text) } : message;
}

function shortenInputs(message: TurnMessage): TurnMessage {
  if (message.role !== "assistant") return message;
  return {
    ...message,
    content: message.content.map((part) =>
      part.type === "tool-call" ? { ...part, input: shortenTexts(part.input) } : part,
    ),
  };
}

function shortenTexts(input: unknown): unknown {
  if (typeof input !== "object" || input === null) return input;
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, typeof value === "string" ? shorten(value) : value]),
  );
}

function shorten(text: string): string {
  if (text.length <= 2 * keptCharacters) return text;
  return `${text.slice(0, keptCharacters)}\n[… ${text.length - keptCharacters} more characters were here and are left out to make room. Call the tool again if you need them.]`;
}
