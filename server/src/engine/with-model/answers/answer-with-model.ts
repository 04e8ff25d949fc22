import { readFileSync } from "node:fs";

import { z, type ZodType } from "zod";

import {
  streamAnswer,
  type AnswerEvent,
  type ClarifyingQuestion,
  type Emit,
  type Lens,
  type ModelUse,
  type Question,
} from "#server/engine/answer-context/answer-event.ts";
import { createCitationFilter } from "#server/engine/with-model/citation-filter.ts";
import { createContextBudget } from "#server/engine/with-model/look-up/context-budget.ts";
import type { ModelCapabilities, ModelEvent, ModelPort, ModelTool } from "#server/platform/models/model-port.ts";

import { askQuestionsName, createAskQuestions } from "./ask-questions.ts";
import type { AttachedImage } from "./attach-files.ts";
import { composeMessages } from "./compose-messages.ts";
import { createEvidenceBook, type EvidenceBook, type SourceCheck } from "./evidence-book.ts";
import { findFirst } from "./find-first.ts";
import { followUpTimeoutMs, nameAndSuggest } from "./name-and-suggest.ts";
import type { RankedCode } from "./order-found.ts";
import { createTurns, runTool, type AnswerTool } from "./run-answer-tool.ts";

export interface ModelAnswerParts {
  model: ModelPort;
  tools: readonly AnswerTool[];
  check: SourceCheck;
  signal: AbortSignal;
  /** Tool calls that are made before the model is called, besides the search for the question. */
  firstToolCalls?: readonly { name: string; input: unknown }[];
  /** What the search finds for the question, best first. Absent: one look-up searches in its place. */
  findPlaces?: () => Promise<readonly RankedCode[]>;
  /** The model says which of what was found is meant, by a call before the answer. */
  choosesFound?: boolean;
  /** Pictures sent along with the question. */
  images?: readonly AttachedImage[];
  /** What the product is and what its repositories hold, in short. */
  brief?: string;
  /** How long the end of an answer waits for a name and suggestions; 0 for an answer that wants neither. */
  followUpTimeoutMs?: number;
}

const maxSteps = 8;
/** A model that reads less than this at once would be filled by the descriptions of the tools. */
const leastTokensForTools = 8_000;

const prompt = readFileSync(new URL("./prompts/answer.md", import.meta.url), "utf8");
const lensPrompts: Record<Lens, string> = {
  technical: readFileSync(new URL("./prompts/technical.md", import.meta.url), "utf8"),
  "non-technical": readFileSync(new URL("./prompts/non-technical.md", import.meta.url), "utf8"),
};

/**
 * Lets a model answer. It sees the code only through numbered evidence of its tools, and each of its citations is
 * shown only when the number's lines passed the check. A less capable model gets less to do, and the answer says so.
 */
export function answerWithModel(question: Question, parts: ModelAnswerParts): AsyncGenerator<AnswerEvent> {
  return streamAnswer(async (emit) => {
    const can = await parts.model.capabilities();
    const system = `${prompt}\n${lensPrompts[question.lens]}`;
    const lookUps = can.tools && can.contextTokens >= leastTokensForTools ? toolsFor(can, parts.tools) : [];
    const budget = createContextBudget(can.contextTokens, system.length + lengthOf(lookUps));
    const evidence = createEvidenceBook(parts.check);
    const answer = openAnswerText(evidence, emit);
    const turn = createTurns();
    const use = (tool: AnswerTool, input: unknown) => runTool(tool, input, { evidence, budget, turn });
    if (lookUps.length === 0 && parts.tools.length > 0) emit({ type: "thought", text: explainNoTools(can) });
    const begin = (name: string, input: unknown) => {
      const tool = parts.tools.find((one) => one.name === name);
      return tool ? { target: tool.targetOf(input), run: () => use(tool, input) } : null;
    };
    const usage = openUsage(emit);
    const found = await findFirst(question, { parts, emit, isListed: lookUps.length > 0, can, onUsage: usage.begin() });
    const messages = await composeMessages(question, { ...parts, ...found, begin, emit, budget, isSeeing: can.images });
    let requested: ClarifyingQuestion[] | null = null;
    const reader = createEventReader(emit, parts.tools, { onText: answer.push, onUsage: usage.begin() });
    const request = {
      system,
      messages,
      tools:
        lookUps.length === 0 ? [] : [...listTools(lookUps, use), createAskQuestions((them) => (requested ??= them))],
      maxSteps,
      signal: parts.signal,
    };
    for await (const event of parts.model.stream(request)) reader.read(event);
    if (requested !== null) answer.endWithQuestions(requested);
    const { droppedCitations, uncitedStatements, text } = answer.end();
    if (requested === null && can.json) await followUp(question, text, { parts, emit, onUsage: usage.begin() });
    emit({ type: "end", droppedCitations, uncitedStatements });
  });
}

/** A model that reads little at once gets the tools that find and read code, and no others. */
function toolsFor({ contextTokens }: ModelCapabilities, tools: readonly AnswerTool[]): readonly AnswerTool[] {
  if (contextTokens >= leastTokensForAllTools) return tools;
  const few = tools.filter(({ name }) => fewTools.has(name));
  return few.length > 0 ? few : tools;
}

const leastTokensForAllTools = 16_000;
const fewTools = new Set(["search_code", "search_lines", "read_file", "list_files"]);

function explainNoTools(can: ModelCapabilities): string {
  return can.tools
    ? "This model reads too little at once to look things up by itself. The answer rests on what one search finds."
    : "This model does not use tools. The answer rests on what one search for the question finds.";
}

/** What the descriptions of the tools take of what the model can read, in characters. */
function lengthOf(tools: readonly AnswerTool[]): number {
  return tools.reduce((sum, tool) => sum + tool.description.length + lengthOfShape(tool.input), 0);
}

/** Tools are the same in every answer. */
const lengthsOfShapes = new WeakMap<ZodType, number>();

function lengthOfShape(shape: ZodType): number {
  const length = lengthsOfShapes.get(shape) ?? JSON.stringify(z.toJSONSchema(shape)).length;
  lengthsOfShapes.set(shape, length);
  return length;
}

function listTools(
  tools: readonly AnswerTool[],
  use: (tool: AnswerTool, input: unknown) => Promise<string>,
): ModelTool[] {
  return tools.map((tool) => ({
    name: tool.name,
    description: tool.description,
    input: tool.input,
    run: (input) => use(tool, input),
  }));
}

/** Behind a statement about code that cites nothing, for the person who reads it. */
const uncitedMark = " *(no source)*";

interface AnswerText {
  push: (text: string) => void;
  endWithQuestions(questions: ClarifyingQuestion[]): void;
  /** Lets the last held words go; the whole text as it was shown. */
  end(): { text: string; droppedCitations: number; uncitedStatements: number };
}

function openAnswerText(evidence: EvidenceBook, emit: Emit): AnswerText {
  const filter = createCitationFilter((cited) => evidence.show(cited, emit), {
    uncitedMark,
    isProven: (line) => evidence.isProven(line),
  });
  let shown = "";
  const put = (text: string): void => {
    if (text === "") return;
    shown += text;
    emit({ type: "text", text });
  };
  return {
    push: (text) => put(filter.push(text)),
    endWithQuestions(questions) {
      put(filter.end());
      if (shown.trim() === "") put("Before I can answer, please say what is meant.");
      emit({ type: "questions", questions });
    },
    end() {
      put(filter.end());
      return { text: shown, droppedCitations: filter.dropped, uncitedStatements: filter.uncited };
    },
  };
}

/** Only the first answer names the conversation. */
async function followUp(
  { text: question, earlier }: Question,
  answer: string,
  { parts, emit, onUsage }: { parts: ModelAnswerParts; emit: Emit; onUsage: (usage: ModelUse) => void },
): Promise<void> {
  const { model, signal, followUpTimeoutMs: timeoutMs = followUpTimeoutMs } = parts;
  if (timeoutMs === 0) return;
  const onEvent = (event: ModelEvent): void => void (event.type === "usage" && onUsage(event.usage));
  const { title, suggestions } = await nameAndSuggest({ question, answer }, { model, signal, timeoutMs, onEvent });
  if (title !== null && earlier.length === 0) emit({ type: "title", title });
  if (suggestions.length > 0) emit({ type: "suggestions", suggestions });
}

/** Adds up the usage of an answer's requests; each reports its own sum so far. */
function openUsage(emit: Emit) {
  const sums: ModelUse[] = [];
  const report = () => {
    const isPriced = sums.every(({ costUsd }) => costUsd !== null);
    const add = (one: (usage: ModelUse) => number) => sums.reduce((sum, usage) => sum + one(usage), 0);
    const costUsd = isPriced ? add((usage) => usage.costUsd ?? 0) : null;
    const usage = { inputTokens: add((one) => one.inputTokens), outputTokens: add((one) => one.outputTokens), costUsd };
    emit({ type: "usage", usage });
  };
  return {
    begin() {
      let at: number | null = null;
      return (usage: ModelUse): void => {
        at ??= sums.push(usage) - 1;
        sums[at] = usage;
        report();
      };
    },
  };
}

function createEventReader(
  emit: Emit,
  tools: readonly AnswerTool[],
  { onText, onUsage }: { onText: (text: string) => void; onUsage: (usage: ModelUse) => void },
) {
  let isThinking = false;
  return {
    read(event: ModelEvent): void {
      switch (event.type) {
        case "text":
          isThinking = false;
          onText(event.text);
          break;
        case "thought":
          emit({ type: isThinking ? "thought-text" : "thought", text: event.text });
          isThinking = true;
          break;
        case "tool-start": {
          if (event.name === askQuestionsName) break;
          const target = tools.find(({ name }) => name === event.name)?.targetOf(event.input) ?? "";
          emit({ type: "call", callId: event.callId, name: event.name.slice(0, 100), target });
          break;
        }
        case "tool-end":
          isThinking = false;
          emit({ type: "call-end", callId: event.callId, durationMs: event.durationMs });
          break;
        case "usage":
          onUsage(event.usage);
          break;
        case "finish":
          break;
      }
    },
  };
}
