import { AppError } from "@cairn/contract/errors";

import type { ModelPort, ModelRequest } from "#server/platform/models/model-port.ts";

import { maxTextLength, toTokens } from "./compose-request.ts";

/** What a model's answer held. */
export interface TextAnswer {
  text: string;
  /** Why it is no whole answer, in words that the model understands; null where it is one. */
  problem: string | null;
}

/** What calls of a model took together. */
export interface TokenCount {
  /** Requests, of which one with look-ups is several calls of the vendor. */
  calls: number;
  inputTokens: number;
  outputTokens: number;
}

export function openTokenCount(): TokenCount {
  return { calls: 0, inputTokens: 0, outputTokens: 0 };
}

/**
 * A model's whole text. An answer that it declined, broke off or never came to is a problem; a model that could not be
 * reached or may not be called throws what the port throws.
 */
export async function askForText(
  { model, signal, count }: { model: ModelPort; signal: AbortSignal; count: TokenCount },
  request: Omit<ModelRequest, "signal">,
): Promise<TextAnswer> {
  const sent = JSON.stringify([request.system, request.messages]).length;
  const used = { inputTokens: toTokens(sent), outputTokens: 0, isReported: false };
  let text = "";
  let problem: string | null = null;
  count.calls += 1;
  try {
    for await (const event of model.stream({ ...request, signal })) {
      if (event.type === "text") text += event.text;
      // Words before a look-up are no part of the page.
      if (event.type === "tool-start") text = "";
      if (event.type === "usage") Object.assign(used, event.usage, { isReported: true });
      if (event.type === "finish") Object.assign(used, event, { isReported: true });
      if (text.length <= maxTextLength) continue;
      problem = `The answer was longer than ${maxTextLength} characters.`;
      break;
    }
  } catch (error) {
    problem = explain(error);
  } finally {
    count.inputTokens += used.inputTokens;
    count.outputTokens += used.isReported ? used.outputTokens : toTokens(text.length);
  }
  return { text, problem };
}

/** A model that declines, says nothing or stops half-way was reached: only then does the failure have no cause. */
function explain(error: unknown): string {
  const isAboutAnswer = error instanceof AppError && error.code === "vendor_failed" && error.cause === undefined;
  if (!isAboutAnswer) throw error;
  return error.message;
}
