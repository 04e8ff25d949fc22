import { readFileSync } from "node:fs";

import { z } from "zod";

import { estimateTokens } from "#server/platform/models/estimate-tokens.ts";
import type { ModelEvent, ModelPort } from "#server/platform/models/model-port.ts";
import { parseJson } from "#server/platform/models/parse-json.ts";

import { fenceData } from "./fence-data.ts";

/** A file that the search found, with the lines of it that fit best. */
export interface RankedCode {
  /** Two repositories of a product can have the same path. */
  repository: string;
  path: string;
  startLine: number;
  endLine: number;
  /** What is declared there, and which words of the question it holds. */
  about: string;
}

/** An answer does not wait longer for a better order. */
const orderTimeoutMs = 8_000;
const maxInputTokens = 2_000;
const maxOutputTokens = 200;
const maxTextLength = 4_000;
const maxQuestionLength = 1_200;
const maxPlaces = 20;
const longestPlace = 240;

const system = readFileSync(new URL("./prompts/order-found.md", import.meta.url), "utf8").trim();
const wanted = z.object({ files: z.array(z.number().int()).max(10) });
const shape = z.object({ files: z.array(z.unknown()).max(100) });

/**
 * The places that the search found, those that a model takes for the right ones first, by one short call of at most 2,000
 * tokens. On any failure, and for numbers that were not given, the order of the search stays; only a stop is thrown.
 */
export async function orderFound(
  question: string,
  places: readonly RankedCode[],
  context: { model: ModelPort; signal: AbortSignal; onEvent: (event: ModelEvent) => void; timeoutMs?: number },
): Promise<readonly RankedCode[]> {
  const asked = places.slice(0, maxPlaces);
  const content = describe(question, asked);
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(context.timeoutMs ?? orderTimeoutMs)]);
  let text = "";
  try {
    const request = { system, messages: [{ role: "user" as const, content }], tools: [], maxSteps: 1, maxOutputTokens };
    for await (const event of context.model.stream({ ...request, json: wanted, isQuick: true, signal })) {
      context.onEvent(event);
      if (event.type === "text") text += event.text;
      if (text.length > maxTextLength) return places;
    }
  } catch {
    context.signal.throwIfAborted();
    return places;
  }
  const numbers = parseJson(text, shape)?.files ?? [];
  const chosen = new Set(numbers.flatMap((number) => asked[typeof number === "number" ? number - 1 : -1] ?? []));
  return [...chosen, ...places.filter((place) => !chosen.has(place))];
}

/** Cut so that it certainly fits, the longest lines first. */
function describe(question: string, places: readonly RankedCode[]): string {
  const asked = fenceData("question", question.slice(0, maxQuestionLength).toWellFormed());
  const isOfSeveral = new Set(places.map(({ repository }) => repository)).size > 1;
  const lines = (longest: number) =>
    places.map((place, at) => lineOf(place, `${at + 1}. ${isOfSeveral ? `${place.repository}: ` : ""}`, longest));
  const write = (longest: number) => `${asked}\n${fenceData("found", lines(longest).join("\n"))}`;
  let longest = longestPlace;
  let content = write(longest);
  while (longest > 40 && estimateTokens(system.length + content.length) > maxInputTokens) {
    longest -= 20;
    content = write(longest);
  }
  return content;
}

function lineOf({ path, about }: RankedCode, before: string, longest: number): string {
  // The end of a path says more than its beginning.
  const named = `${before}${path.length > longest ? `…${path.slice(-longest)}` : path}`;
  const line = `${named}${about === "" ? "" : ` — ${about}`}`.replaceAll(/\s+/g, " ");
  return line.slice(0, Math.max(longest, named.length)).toWellFormed();
}
