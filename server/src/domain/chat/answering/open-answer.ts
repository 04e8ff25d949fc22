import type { AnswerBasis, ChatContext } from "@cairn/contract/chat";
import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { loadPast } from "#server/domain/chat/history/load-past.ts";
import { openHistory } from "#server/domain/chat/history/open-history.ts";
import { openContext } from "#server/domain/external-context/open-context.ts";
import { loadAttachments, type Attachment } from "#server/domain/files/load-attachments.ts";
import type { IndexedRepository } from "#server/domain/repositories/catalog/indexed-repository.ts";
import { openCodebases, prepareIndexes } from "#server/domain/search/open-codebases.ts";
import { meteredModel } from "#server/domain/usage/metered-model.ts";
import type { Tool, ToolScope } from "#server/edge.ts";
import {
  streamAnswer,
  type AnswerEvent,
  type Question,
  type QuestionFocus,
} from "#server/engine/answer-context/answer-event.ts";
import { builtInEngineName } from "#server/engine/answers/answer-from-code.ts";
import { readChoice } from "#server/engine/answers/clarify.ts";

import { answerBuiltIn } from "./answer-built-in.ts";
import { loadFocus } from "./load-focus.ts";
import { openAtChange } from "./open-at-change.ts";
import { openChange } from "./open-change.ts";
import { openModelAnswer } from "./open-model-answer.ts";
import { openTasks } from "./open-tasks.ts";
import { shortenQuestion } from "./shorten-question.ts";

export interface AnswerRequest extends ToolScope {
  userId: string;
  text: string;
  context: ChatContext;
  earlier: Question["earlier"];
  /** What a model may look up. */
  tools: readonly Tool[];
  /** What it is about where that is no page that exists; absent: what the context says. */
  focus?: QuestionFocus | null;
  /** Names of uploaded files that were sent along. */
  files?: readonly string[];
  /** ISO 8601: time of the person's previous question in this conversation; null or absent when there was none. */
  lastAskedAt?: string | null;
}

/** Who writes the answers of this server. */
export function nameOfWriter(ctx: Pick<Ctx, "model">): string {
  return ctx.model?.name ?? builtInEngineName;
}

/**
 * The streamed answer to a question about a product: from the model where one is configured, else from the built-in
 * engine. The caller has already checked the right to the project; `ctx.signal` stops the answer.
 */
export async function* openAnswer(asked: Ctx, request: AnswerRequest): AsyncGenerator<AnswerEvent> {
  const { organizationId, projectId, userId, context } = request;
  const [sources, files] = await Promise.all([openSources(asked, request), openFiles(asked, request)]);
  const code = await openAtChange(asked, { organizationId, projectId }, { asked: context, codebases: sources });
  const { ctx, codebases, changedId, note } = code;
  const requested = await readAsked(ctx, request, { codebases, files });
  const tasks = await openTasks(ctx, { organizationId, projectId, userId, taskId: request.context.taskId }, requested);
  // What the team wrote down to do needs no code.
  if (codebases.length === 0 && tasks?.rest !== null) return yield* nothingIndexed();
  const model = meteredModel(ctx, { organizationId, projectId, userId, purpose: "answer" });
  const question = model === null ? shortenQuestion(requested) : requested;
  const isAboutTasks = tasks !== null && tasks.alike.length === 0;
  const past = model === null && !isAboutTasks ? await loadPast(ctx, question, codebases) : null;
  yield { type: "basis", basis: past?.basis ?? describeBasis(codebases, changedId) };
  if (note !== null) yield { type: "text", text: `*${note}*\n\n` };
  const stale = question.focus?.staleSections ?? [];
  if (stale.length > 0) yield describeAge(stale);
  if (model) return yield* openModelAnswer(ctx, request, { model, question, codebases, files, tasks });
  const change = await openChange(ctx, { organizationId, projectId }, { asked: context, codebases });
  yield* answerBuiltIn(ctx, request, { question, codebases, past, tasks, change });
}

/** Blanks that nobody reads; looking for words around them would take long. */
const longGaps = /[^\S\n]{40,}/g;

/** The question with everything that belongs to it. */
async function readAsked(
  ctx: Ctx,
  request: AnswerRequest,
  { codebases, files }: { codebases: readonly IndexedRepository[]; files: readonly Attachment[] },
): Promise<Question> {
  const { artifactId, sectionId, taskId, lens, selection } = request.context;
  const choice = readChoice(request.text, request.earlier);
  const page = request.focus ?? (await loadFocus(ctx, { ...request, artifactId, sectionId, taskId }));
  const focus = choice?.path == null ? page : focusOn(choice.path, codebases);
  return {
    text: (choice?.text ?? request.text).replaceAll(longGaps, " "),
    lens,
    earlier: request.earlier,
    selection: selection ?? null,
    focus,
    attachments: files.map(({ file, pages }) => ({ name: file.name, contentType: file.contentType, pages })),
    clock: { now: ctx.now(), lastAskedAt: request.lastAskedAt ? new Date(request.lastAskedAt) : null },
  };
}

/** The file that somebody chose among several that hold a thing of the same name. */
function focusOn(path: string, codebases: readonly IndexedRepository[]): QuestionFocus | null {
  const repository = codebases.find(({ index }) => index.facts(path) !== null);
  return repository ? { title: path, files: [{ repositoryId: repository.repositoryId, path }], service: null } : null;
}

/** A file deleted since the question is skipped: the answer is given without it. */
async function openFiles(ctx: Ctx, { organizationId, files = [] }: AnswerRequest): Promise<Attachment[]> {
  if (files.length === 0) return [];
  try {
    return await loadAttachments(ctx, { organizationId, filenames: files });
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return [];
    throw error;
  }
}

/** The product's repositories with their histories, and its external context. */
async function openSources(ctx: Ctx, project: ToolScope): Promise<IndexedRepository[]> {
  const [codebases, context] = await Promise.all([openCodebases(ctx, project), openContext(ctx, project)]);
  const own = codebases.map((one) => withHistory(ctx, one));
  const sources = context ? [...own, { ...context, isContext: true }] : own;
  await prepareIndexes(ctx, sources);
  return sources;
}

/** Also sources of former commits can be checked then. */
function withHistory(ctx: Ctx, repository: IndexedRepository): IndexedRepository {
  const { repositoryId, directory, index, reader } = repository;
  const history = openHistory({ repositoryId, directory, commit: index.commit, signal: ctx.signal });
  return { ...repository, history, reader: { ...reader, at: history.at } };
}

function describeBasis(codebases: readonly IndexedRepository[], changedId: string | null): AnswerBasis[] {
  const own = codebases.filter(({ isContext }) => !isContext);
  return own.map(({ repositoryId, name, branch, index }) => ({
    repositoryId,
    repository: name,
    branch,
    commit: index.commit,
    ...(repositoryId === changedId ? { isChange: true } : {}),
  }));
}

const maxNamedSections = 3;

/** Notes that the page a question was asked from is older than the answer. */
function describeAge(titles: readonly string[]): AnswerEvent {
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
