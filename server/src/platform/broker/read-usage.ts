import { StringDecoder } from "node:string_decoder";

import { estimateTokens } from "#server/platform/models/estimate-tokens.ts";
import type { TakenTokens } from "#server/platform/models/model-port.ts";

import type { DialectRules } from "./dialect-rules.ts";
import { isJsonObject } from "./json-object.ts";

/** A line or an answer of more is passed on and not looked at. */
const maxLookedAt = 8_000_000;

export interface UsageReader {
  see(piece: Buffer): void;
  /** What the vendor told of the tokens, with an estimate in place of what it did not. */
  taken(promptTokens: number): TakenTokens;
}

/** Reads what a call took from the answer that passes by, a stream of events or one document. */
export function createUsageReader(rules: DialectRules, { isStream }: { isStream: boolean }): UsageReader {
  const decoder = new StringDecoder("utf8");
  const told: Partial<TakenTokens> = {};
  let waiting = "";
  let characters = 0;
  const note = (text: string) => {
    for (const message of parseMessages(text)) {
      const { inputTokens, outputTokens } = rules.readUsage(message);
      // A later message tells of the whole call so far.
      if (inputTokens !== undefined) told.inputTokens = Math.max(told.inputTokens ?? 0, inputTokens);
      if (outputTokens !== undefined) told.outputTokens = Math.max(told.outputTokens ?? 0, outputTokens);
    }
  };
  const takeLines = () => {
    const lines = waiting.split("\n");
    waiting = lines.pop() ?? "";
    for (const line of lines) if (line.startsWith("data:")) note(line.slice("data:".length));
  };
  return {
    see(piece) {
      const text = decoder.write(piece);
      characters += text.length;
      waiting += text;
      if (isStream) takeLines();
      if (waiting.length > maxLookedAt) waiting = "";
    },
    taken(promptTokens) {
      note(isStream && waiting.startsWith("data:") ? waiting.slice("data:".length) : waiting);
      waiting = "";
      return {
        inputTokens: told.inputTokens ?? promptTokens,
        outputTokens: told.outputTokens ?? estimateTokens(characters),
      };
    },
  };
}

function parseMessages(text: string) {
  if (!text.includes('"usage')) return [];
  try {
    const parsed = JSON.parse(text) as unknown;
    return (Array.isArray(parsed) ? parsed : [parsed]).filter(isJsonObject);
  } catch {
    return [];
  }
}
