import { readFileSync } from "node:fs";

import { z } from "zod";

import type { ModelEvent, ModelPort } from "#server/platform/models/model-port.ts";
import { parseJson } from "#server/platform/models/parse-json.ts";
import { visibleText } from "#server/platform/models/visible-text.ts";

import { fenceData } from "./fence-data.ts";

export interface FollowUp {
  /** Null where there is none of use. */
  title: string | null;
  suggestions: string[];
}

/** An answer does not wait longer for what is only nice to have. */
export const followUpTimeoutMs = 5_000;

const maxOutputTokens = 1_000;
const maxQuestionLength = 2_000;
const maxAnswerLength = 4_000;
const maxTextLength = 8_000;
const maxTitleLength = 80;
const maxSuggestions = 3;
const [shortestSuggestion, longestSuggestion] = [8, 160];

const system = readFileSync(new URL("./prompts/follow-up.md", import.meta.url), "utf8");
const wanted = z.object({ title: z.string(), suggestions: z.array(z.string()) });
/** Of what comes, the part that is of use. */
const shape = z.object({ title: z.string().catch(""), suggestions: z.array(z.unknown()).catch([]) });

const nothing: FollowUp = { title: null, suggestions: [] };

/**
 * A name for a conversation and suggested questions, by one short call. On an error they are left out; only a
 * stop is thrown. `onEvent` gets the usage of the call.
 */
export async function nameAndSuggest(
  { question, answer }: { question: string; answer: string },
  context: { model: ModelPort; signal: AbortSignal; timeoutMs: number; onEvent: (event: ModelEvent) => void },
): Promise<FollowUp> {
  const content = [
    fenceData("question", question.slice(0, maxQuestionLength).toWellFormed()),
    fenceData("answer", answer.slice(0, maxAnswerLength).toWellFormed()),
  ].join("\n");
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(context.timeoutMs)]);
  let text = "";
  try {
    const request = { system, messages: [{ role: "user" as const, content }], tools: [], maxSteps: 1, maxOutputTokens };
    for await (const event of context.model.stream({ ...request, json: wanted, isQuick: true, signal })) {
      context.onEvent(event);
      if (event.type === "text") text += event.text;
      if (text.length > maxTextLength) return nothing;
    }
  } catch {
    context.signal.throwIfAborted();
    return nothing;
  }
  const found = parseJson(text, shape);
  if (found === null) return nothing;
  return { title: toTitle(found.title), suggestions: toSuggestions(found.suggestions, question) };
}

/** One line of plain words, as a person would type them. */
function toPlainLine(text: string): string {
  return visibleText(text)
    .replaceAll(/[*_`#>"“”]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}

function toTitle(text: string): string | null {
  const title = toPlainLine(text).replace(/[.:]$/, "");
  return title.length < 3 || title.length > maxTitleLength || holdsAddress(title) ? null : title;
}

function toSuggestions(found: readonly unknown[], question: string): string[] {
  const lines = found.flatMap((one) => (typeof one === "string" ? toPlainLine(one) : []));
  const fitting = lines.filter(
    (line) =>
      line.length >= shortestSuggestion &&
      line.length <= longestSuggestion &&
      !holdsAddress(line) &&
      line.toLowerCase() !== question.trim().toLowerCase(),
  );
  return [...new Set(fitting)].slice(0, maxSuggestions);
}

/** A suggestion is sent with one press, so it must not contain a link. */
function holdsAddress(line: string): boolean {
  return /[a-z][a-z+.-]*:\/\/|\bwww\.|[[\]<>]/i.test(line);
}
