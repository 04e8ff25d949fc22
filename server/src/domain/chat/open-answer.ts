import type { ChatContext } from "@cairn/contract/chat";
import { sourceSchema, type Source } from "@cairn/contract/sources";
import { z } from "zod";

import { withActor, type Ctx } from "../../ctx.ts";
import type { Tool, ToolResult, ToolScope } from "../../edge.ts";
import {
  streamAnswer,
  type AnswerEvent,
  type Question,
  type QuestionFocus,
} from "../../engine/answers/answer-event.ts";
import { answerFromCode, builtInEngineName } from "../../engine/answers/answer-from-code.ts";
import { answerWithModel, type AnswerTool } from "../../engine/answers/answer-with-model.ts";
import { hashLines, type CheckedEvidence, type CodeReader } from "../../engine/evidence.ts";
import { openContext } from "../external-context/open-context.ts";
import type { IndexedRepository } from "../repositories/indexed-repository.ts";
import { openCodeReader } from "../repositories/read-code.ts";
import { openCodebases } from "../search/open-codebases.ts";
import { readFocus } from "./read-focus.ts";

export interface AnswerRequest extends ToolScope {
  userId: string;
  text: string;
  context: ChatContext;
  earlier: Question["earlier"];
  /** What a model may look up. */
  tools: readonly Tool[];
  /** What it is about where that is no page that exists; absent: what the context says. */
  focus?: QuestionFocus | null;
}

/** Who writes the answers of this server. */
export function nameOfWriter(ctx: Pick<Ctx, "model">): string {
  return ctx.model?.name ?? builtInEngineName;
}

/**
 * The answer to a question about a product, as it comes: from the model where one is set, else from the built-in
 * engine. The caller has asked for the right to the project already; `ctx.signal` stops the answer.
 */
export async function* openAnswer(ctx: Ctx, request: AnswerRequest): AsyncGenerator<AnswerEvent> {
  const codebases = await openSources(ctx, request);
  const selection = request.context.selection ?? null;
  const { lens, artifactId } = request.context;
  const focus = request.focus ?? (await readFocus(ctx, { ...request, artifactId }));
  const question: Question = { text: request.text, lens, earlier: request.earlier, selection, focus };
  if (codebases.length === 0) return yield* nothingIndexed();
  if (focus?.staleSections && focus.staleSections.length > 0) yield tellAge(focus.staleSections);
  if (ctx.model) {
    yield* answerWithModel(question, {
      model: ctx.model,
      tools: request.tools.map((tool) => toAnswerTool(ctx, tool, request)),
      check: createSourceCheck(ctx, codebases),
      signal: ctx.signal,
    });
  } else yield* answerFromCode(question, codebases, ctx.signal);
}

/** The product's code, and what people told about it from outside. */
async function openSources(ctx: Ctx, project: ToolScope): Promise<IndexedRepository[]> {
  const [codebases, context] = await Promise.all([openCodebases(ctx, project), openContext(ctx, project)]);
  return context ? [...codebases, { ...context, isContext: true }] : codebases;
}

const maxNamedSections = 3;

/** Whoever asks from a page shall know that it is older than the answer. */
function tellAge(titles: readonly string[]): AnswerEvent {
  const named = titles.slice(0, maxNamedSections).map((title) => `“${title}”`);
  const others = titles.length - named.length;
  const list = [...named, ...(others > 0 ? [`${others} more`] : [])].join(", ");
  const text = `*The code changed since these parts of the page were written: ${list}. This answer reads the code as it is now.*\n\n`;
  return { type: "text", text };
}

function nothingIndexed(): AsyncGenerator<AnswerEvent> {
  return streamAnswer(async (emit) => {
    const text =
      "No repository of this product has been indexed yet, so there is nothing to answer from. Connect a repository on the Services page, or wait until its first index is ready, and ask again.";
    emit({ type: "text", text });
    emit({ type: "end", droppedCitations: 0, uncitedStatements: 0 });
  });
}

/** A model acts as an agent of the person who asks: it reads what they may read, and writes nothing. */
function toAnswerTool(ctx: Ctx, tool: Tool, request: AnswerRequest): AnswerTool {
  const { organizationId, projectId, userId } = request;
  const agent = withActor(ctx, { kind: "agent", userId });
  return {
    name: tool.name,
    description: tool.description,
    input: tool.input,
    targetOf: firstText,
    async run(input) {
      const result = await tool.run(agent, { organizationId, projectId }, tool.input.parse(input));
      return withSources(result);
    },
  };
}

/** The first text of a call's input says best what it is about: the query, the path, the name. */
function firstText(input: unknown): string {
  if (typeof input !== "object" || input === null) return "";
  return (Object.values(input).find((one) => typeof one === "string") ?? "").slice(0, 200);
}

const codeData = z.object({ sources: z.array(sourceSchema) });
const pageData = z.object({ sections: z.array(z.object({ sources: z.array(sourceSchema) })) });

/** A page numbers its own sources; in an answer those numbers would mean other lines, so they are taken out. */
function withSources({ text, data }: ToolResult): { text: string; sources: Source[] } {
  const code = codeData.safeParse(data);
  if (code.success) return { text, sources: code.data.sources };
  const page = pageData.safeParse(data);
  const sources = page.success ? page.data.sections.flatMap((section) => section.sources) : [];
  return { text: text.replaceAll(/ ?\[\d{1,4}\]/g, ""), sources };
}

/** Only lines of the product's own repositories, read once more at the commit the source names. */
function createSourceCheck(ctx: Ctx, codebases: readonly IndexedRepository[]) {
  const own = new Map(codebases.map(({ repositoryId, directory }) => [repositoryId, directory]));
  const readers = new Map<string, CodeReader>();
  return async (source: CheckedEvidence): Promise<CheckedEvidence | null> => {
    const { repositoryId, commit, path, startLine, endLine } = source;
    const directory = own.get(repositoryId);
    if (directory === undefined) return null;
    const key = `${repositoryId}:${commit}`;
    const reader = readers.get(key) ?? openCodeReader({ repositoryId, directory, commit, signal: ctx.signal });
    readers.set(key, reader);
    const lines = await reader.readLines(path);
    if (!lines || endLine > lines.length) return null;
    return hashLines(lines.slice(startLine - 1, endLine)) === source.hash ? source : null;
  };
}
