import { readFileSync } from "node:fs";

import type { ZodType } from "zod";

import type { ModelEvent, ModelPort, ModelTool } from "../../platform/models/model-port.ts";
import type { CheckedEvidence } from "../evidence.ts";
import { streamAnswer, type AnswerEvent, type Emit, type Lens, type Question } from "./answer-event.ts";
import { createCitationFilter } from "./citation-filter.ts";

/** Something the model may look up. */
export interface AnswerTool {
  name: string;
  description: string;
  input: ZodType;
  /** What it looks at, for the person who waits: a query, a path. */
  targetOf(input: unknown): string;
  run(input: unknown): Promise<{ text: string; sources: readonly CheckedEvidence[] }>;
}

export interface ModelAnswerParts {
  model: ModelPort;
  tools: readonly AnswerTool[];
  /** Looks a source up once more at its commit; null when the lines are not there or not the same. */
  check: (source: CheckedEvidence) => Promise<CheckedEvidence | null>;
  signal: AbortSignal;
}

const maxSteps = 8;
/** What a model reads of one look-up. */
const maxToolText = 24_000;
/** Earlier turns that are sent along, newest last, and how long each may be. */
const maxEarlierTurns = 8;
const maxTurnLength = 6_000;
/** Files of the page a question is asked from that the model is told. */
const maxFocusFiles = 12;

const prompt = readFileSync(new URL("./prompts/answer.md", import.meta.url), "utf8");
const lensPrompts: Record<Lens, string> = {
  technical: readFileSync(new URL("./prompts/technical.md", import.meta.url), "utf8"),
  "non-technical": readFileSync(new URL("./prompts/non-technical.md", import.meta.url), "utf8"),
};

/**
 * Lets a model answer. It sees the code only through numbered evidence of its tools, and each of its citations is
 * shown only when the number's lines stood the check.
 */
export function answerWithModel(question: Question, parts: ModelAnswerParts): AsyncGenerator<AnswerEvent> {
  return streamAnswer(async (emit) => {
    const evidence = createEvidenceBook(parts.check);
    const filter = createCitationFilter((cited) => evidence.show(cited, emit));
    const reader = createEventReader(emit, parts.tools, (text) => put(emit, filter.push(text)));
    const tools = parts.tools.map((tool): ModelTool => ({
      name: tool.name,
      description: tool.description,
      input: tool.input,
      run: (input) => runTool(tool, input, evidence),
    }));
    const request = {
      system: `${prompt}\n${lensPrompts[question.lens]}`,
      messages: [
        ...earlierTurns(question),
        { role: "user" as const, content: await firstTurn(question, parts, evidence, emit) },
      ],
      tools,
      maxSteps,
      signal: parts.signal,
    };
    for await (const event of parts.model.stream(request)) reader.read(event);
    put(emit, filter.end());
    emit({ type: "end", droppedCitations: filter.dropped, uncitedStatements: filter.uncited });
  });
}

/** What the model is shown first: the question with what a search for it finds, so that one round may do. */
async function firstTurn(
  question: Question,
  parts: ModelAnswerParts,
  evidence: EvidenceBook,
  emit: Emit,
): Promise<string> {
  const search = parts.tools.find(({ name }) => name === "search_code");
  if (!search) return question.text;
  const startedAt = performance.now();
  emit({ type: "thought", text: "Looking through the code for the words of the question." });
  emit({ type: "call", callId: "first", name: search.name, target: question.text.slice(0, 200) });
  const found = await runTool(search, { query: question.text.slice(0, 500) }, evidence);
  emit({ type: "call-end", callId: "first", durationMs: Math.round(performance.now() - startedAt) });
  const marked = question.selection
    ? `\n\nThe person has marked ${question.selection.path} lines ${question.selection.startLine} to ${question.selection.endLine}.`
    : "";
  const files = question.focus?.files.slice(0, maxFocusFiles).map(({ path }) => path) ?? [];
  const page = question.focus
    ? `\n\nIt is asked from the page “${question.focus.title}”${files.length > 0 ? `, which rests on ${files.join(", ")}` : ""}.`
    : "";
  return `${question.text}${marked}${page}\n\n<found>\n${found}\n</found>`;
}

/** A failed look-up is told to the model, which may try another; only a stop ends the answer. */
async function runTool(tool: AnswerTool, input: unknown, evidence: EvidenceBook): Promise<string> {
  try {
    const { text, sources } = await tool.run(input);
    const numbers = await evidence.add(sources);
    const list = numbers.length === 0 ? "" : `\n\nCite these lines as:\n${numbers.join("\n")}`;
    return text.slice(0, maxToolText) + list;
  } catch (error) {
    return `This did not work: ${error instanceof Error ? error.message : "unknown error"}`;
  }
}

function earlierTurns({ earlier }: Question): { role: "user" | "assistant"; content: string }[] {
  return earlier
    .slice(-maxEarlierTurns)
    .map(({ role, content }) => ({ role, content: withoutCitations(content).slice(0, maxTurnLength) }))
    .filter(({ content }) => content.trim() !== "");
}

/** Numbers of earlier answers mean other sources; repeated, they would cite the wrong lines. */
function withoutCitations(text: string): string {
  return text.replaceAll(/ ?\[\d{1,4}\]/g, "");
}

interface EvidenceBook {
  /** Numbers the sources that stand the check; answers one line each. */
  add(sources: readonly CheckedEvidence[]): Promise<string[]>;
  /** A cited number's place among the answer's sources, which it joins on first use; null for a number not given out. */
  show(cited: number, emit: Emit): number | null;
}

function createEvidenceBook(check: ModelAnswerParts["check"]): EvidenceBook {
  const numbered: CheckedEvidence[] = [];
  const shown = new Map<number, number>();
  return {
    async add(sources) {
      const checked = await Promise.all(sources.map(check));
      return checked
        .filter((one) => one !== null)
        .map((one) => {
          numbered.push(one);
          return `[${numbered.length}] ${one.path} lines ${one.startLine}-${one.endLine}`;
        });
    },
    show(cited, emit) {
      const source = numbered[cited - 1];
      if (!source) return null;
      const known = shown.get(cited);
      if (known !== undefined) return known;
      shown.set(cited, shown.size + 1);
      emit({ type: "source", source });
      return shown.size;
    },
  };
}

function createEventReader(emit: Emit, tools: readonly AnswerTool[], onText: (text: string) => void) {
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
          const target = tools.find(({ name }) => name === event.name)?.targetOf(event.input) ?? "";
          emit({ type: "call", callId: event.callId, name: event.name.slice(0, 100), target });
          break;
        }
        case "tool-end":
          isThinking = false;
          emit({ type: "call-end", callId: event.callId, durationMs: event.durationMs });
          break;
        case "finish":
          break;
      }
    },
  };
}

function put(emit: Emit, text: string): void {
  if (text !== "") emit({ type: "text", text });
}
