import { readFileSync } from "node:fs";

import { z } from "zod";

import type { Statement } from "#server/engine/evidence/cited-text.ts";
import { checkEvidence, type CheckedEvidence, type CodeReaders } from "#server/engine/evidence/evidence.ts";
import { createCitationFilter } from "#server/engine/with-model/citation-filter.ts";
import type { ModelPort, ModelTool } from "#server/platform/models/model-port.ts";

import { refuseText } from "./check-markdown.ts";
import {
  maxDescriptionLength,
  describeChange,
  writeCall,
  type DescriptionEvent,
  type DescriptionMessage,
} from "./description.ts";

const maxSteps = 8;
const maxEarlierTurns = 6;
const maxTurnLength = 4_000;
const maxFacts = 60;
const maxFactLength = 600;

const system = readFileSync(new URL("./prompts/edit-description.md", import.meta.url), "utf8");
const passage = z.string().min(1).max(maxDescriptionLength);
const words = z.string().max(maxDescriptionLength);

/** What a model works with. */
export interface ModelEditContext {
  model: ModelPort;
  facts: readonly Statement[];
  readers: CodeReaders;
  signal: AbortSignal;
}

/** The result of the turn, for the caller that reports it. */
export interface EditTurn {
  text: string;
  hasReply: boolean;
  refusals: readonly string[];
  droppedCitations: number;
  uncitedStatements: number;
}

/**
 * Lets a model change the description. It names edits only, and each is checked before it is made; of its reply every
 * citation is checked while it streams.
 */
export async function* editWithModel(
  message: DescriptionMessage,
  context: ModelEditContext,
): AsyncGenerator<DescriptionEvent, EditTurn> {
  const facts = await numberFacts(context);
  const edits = openEdits(message.description);
  const shown: CheckedEvidence[] = [];
  const waiting: DescriptionEvent[] = [];
  const filter = createCitationFilter((cited) => showFact(facts[cited - 1], shown, waiting));
  const request = {
    system,
    messages: [...earlierTurns(message), { role: "user" as const, content: describe(message, facts) }],
    tools: listTools(edits),
    maxSteps,
    signal: context.signal,
  };
  let reported = message.description;
  let reply = "";
  let calls = 0;
  for await (const event of context.model.stream(request)) {
    if (event.type === "thought") yield { type: "thought-text", text: event.text };
    else if (event.type === "usage") yield { type: "usage", usage: event.usage };
    else if (event.type === "text") {
      const free = filter.push(event.text);
      yield* waiting.splice(0);
      if (free !== "") yield { type: "text", text: free };
      reply += free;
    }
    if (edits.text() === reported) continue;
    // The call and its change are emitted together: by the call an interrupted answer is known to have changed the
    // text.
    reported = edits.text();
    const callId = `${writeCall}-${(calls += 1)}`;
    yield { type: "call", callId, name: writeCall, target: `${reported.length} characters` };
    yield describeChange(reported);
    yield { type: "call-end", callId, durationMs: 0 };
  }
  const rest = filter.end();
  yield* waiting.splice(0);
  if (rest !== "") yield { type: "text", text: rest };
  return {
    text: reported,
    hasReply: `${reply}${rest}`.trim() !== "",
    refusals: edits.refusals,
    droppedCitations: filter.dropped,
    uncitedStatements: filter.uncited,
  };
}

interface NumberedFact {
  text: string;
  sources: readonly CheckedEvidence[];
}

async function numberFacts({ facts, readers }: ModelEditContext): Promise<NumberedFact[]> {
  const checked = await Promise.all(
    facts.slice(0, maxFacts).map(async ({ text, evidence }): Promise<NumberedFact> => {
      const sources = await Promise.all(evidence.map((one) => checkEvidence(readers, one)));
      return { text: text.slice(0, maxFactLength), sources: sources.filter((one) => one !== null) };
    }),
  );
  return checked.filter(({ sources }) => sources.length > 0);
}

/** A cited fact's number among the answer's sources; null for a number that no fact has. */
function showFact(
  fact: NumberedFact | undefined,
  shown: CheckedEvidence[],
  waiting: DescriptionEvent[],
): number | null {
  const source = fact?.sources[0];
  if (!source) return null;
  const known = shown.indexOf(source);
  if (known >= 0) return known + 1;
  shown.push(source);
  waiting.push({ type: "source", source });
  return shown.length;
}

interface Edits {
  text(): string;
  readonly refusals: readonly string[];
  /** Makes the text this one, or throws why not; answers how long it is then. */
  put(next: string): string;
  refuse(reason: string): never;
}

function openEdits(start: string): Edits {
  let text = start;
  const refusals: string[] = [];
  const refuse = (reason: string): never => {
    refusals.push(reason);
    throw new Error(`Refused: ${reason}.`);
  };
  return {
    text: () => text,
    refusals,
    refuse,
    put(next) {
      const clean = next.replaceAll(/ ?\[\d{1,4}\](?!\()/g, "").trim();
      const reason = refuseText(clean, start);
      if (reason !== null) return refuse(reason);
      text = clean;
      return `Done. The description has ${clean.length} characters now.`;
    },
  };
}

function listTools(edits: Edits): ModelTool[] {
  const find = (old: string): number => {
    const text = edits.text();
    const at = text.indexOf(old);
    if (at < 0) return edits.refuse("that passage does not stand in the description as given");
    if (text.indexOf(old, at + 1) >= 0)
      return edits.refuse("that passage stands there more than once; give more of it");
    return at;
  };
  const swap = (old: string, next: string) => {
    const at = find(old);
    const text = edits.text();
    return edits.put(text.slice(0, at) + next + text.slice(at + old.length).replace(next === "" ? /^ +/ : /^$/, ""));
  };
  return [
    tool(
      "write_description",
      "Puts a whole new description in place of the present one.",
      z.object({ text: passage }),
      (input) => edits.put(input.text),
    ),
    tool(
      "replace_passage",
      "Puts other words in place of a passage, which is given exactly as it stands.",
      z.object({ old: passage, new: words }),
      (input) => swap(input.old, input.new),
    ),
    tool(
      "remove_passage",
      "Takes a passage out, which is given exactly as it stands.",
      z.object({ old: passage }),
      (input) => swap(input.old, ""),
    ),
    tool(
      "add_paragraph",
      "Adds a paragraph or a list at the end, or behind a passage that is given exactly as it stands.",
      z.object({ text: passage, after: passage.optional() }),
      (input) => {
        const text = edits.text();
        const end = input.after === undefined ? text.length : blockEnd(text, find(input.after) + input.after.length);
        return edits.put(
          [text.slice(0, end).trimEnd(), input.text.trim(), text.slice(end).trimStart()].filter(Boolean).join("\n\n"),
        );
      },
    ),
  ];
}

/** The end of the paragraph at a position. */
function blockEnd(text: string, from: number): number {
  const end = text.indexOf("\n\n", from);
  return end < 0 ? text.length : end;
}

function tool<I extends z.ZodType>(
  name: string,
  description: string,
  input: I,
  run: (input: z.output<I>) => string,
): ModelTool {
  return { name, description, input, run: async (given) => run(input.parse(given)) };
}

function describe({ text, description, isRetry, answers }: DescriptionMessage, facts: readonly NumberedFact[]): string {
  const list = facts.map((fact, at) => `[${at + 1}] ${fact.text}`).join("\n");
  const again = isRetry
    ? "\n\nThis was begun before and broke off: a part of it may be done already. Do only what is missing."
    : "";
  const answered =
    answers.length > 0 ? "\n\nThese are my answers to your questions: take them into the description in my words." : "";
  return `${text}${answered}${again}\n\n<description>\n${description}\n</description>\n<facts>\n${list}\n</facts>`;
}

function earlierTurns({ earlier }: DescriptionMessage) {
  return earlier
    .slice(-maxEarlierTurns)
    .map(({ role, content }) => ({ role, content: content.replaceAll(/ ?\[\d{1,4}\]/g, "").slice(0, maxTurnLength) }))
    .filter(({ content }) => content.trim() !== "");
}
