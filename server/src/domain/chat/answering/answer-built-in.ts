import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import type { PastView } from "#server/domain/chat/history/load-past.ts";
import { openPast } from "#server/domain/chat/history/open-history-at.ts";
import { openHistory } from "#server/domain/chat/history/open-history.ts";
import type { IndexedRepository } from "#server/domain/repositories/catalog/indexed-repository.ts";
import type { ToolScope } from "#server/edge.ts";
import type { AnswerEvent, Question } from "#server/engine/answer-context/answer-event.ts";
import { answerFromCode } from "#server/engine/answers/answer-from-code.ts";
import { answerAboutChange } from "#server/engine/answers/changes/answer-about-change.ts";
import { explainReviewedChange } from "#server/engine/answers/changes/explain-reviewed-change.ts";
import type { ReviewedChange } from "#server/engine/answers/changes/reviewed-change.ts";
import { clarify } from "#server/engine/answers/clarify.ts";
import { followAnswer } from "#server/engine/answers/follow-answer.ts";
import type { Writings } from "#server/engine/answers/quote-pages.ts";
import type { RelevantTasks } from "#server/engine/answers/tasks/citable-task.ts";

import { openPages, openRules } from "./open-pages.ts";

const maxSearchLength = 500;
const noWritings: Writings = { sections: [], tasks: [], rules: [] };

/** The built-in engine's answer: from the code, from the code as it was, or a question back. */
export async function* answerBuiltIn(
  ctx: Ctx,
  project: ToolScope,
  requested: {
    question: Question;
    codebases: readonly IndexedRepository[];
    past: PastView | null;
    tasks: RelevantTasks | null;
    /** The change that it was asked from. */
    change: ReviewedChange | null;
  },
): AsyncGenerator<AnswerEvent> {
  const { question, codebases, past, tasks, change } = requested;
  const ofChange = change === null ? null : explainReviewedChange(change, question.text);
  if (change !== null && ofChange !== null) return yield* answerAboutChange(change, ofChange, ctx.signal);
  if (past) return yield* answerFromPast(ctx, project, { question, past });
  const isAboutTasks = tasks !== null && tasks.alike.length === 0;
  const back = isAboutTasks ? null : clarify(question, codebases);
  if (back) {
    yield { type: "text", text: back.why };
    yield { type: "questions", questions: back.questions };
    yield { type: "end", droppedCitations: 0, uncitedStatements: 0 };
    return;
  }
  const writings = openWritings(ctx, project, question, tasks);
  const answer = answerFromCode(question, codebases, ctx.signal, isAboutTasks ? tasks : null);
  yield* followAnswer(answer, { question, codebases, writings });
}

/** Loads what people wrote; when that fails, the answer from the code is given all the same. */
async function openWritings(
  ctx: Ctx,
  project: ToolScope,
  { text }: Question,
  asked: RelevantTasks | null,
): Promise<Writings> {
  const tasks = asked?.alike ?? [];
  // The tasks have said it all.
  if (asked?.rest === null) return { ...noWritings, tasks };
  try {
    const query = text.slice(0, maxSearchLength).trim();
    const [sections, rules] = await Promise.all([openPages(ctx, { ...project, query }), openRules(ctx, project)]);
    return { sections, tasks, rules };
  } catch (error) {
    ctx.signal.throwIfAborted();
    ctx.log.warn({ error }, "pages and rules could not be read for an answer");
    return { ...noWritings, tasks };
  }
}

/** From the code as it was: each repository is opened at its commit, which may take a while the first time. */
async function* answerFromPast(
  ctx: Ctx,
  project: ToolScope,
  { question, past }: { question: Question; past: PastView },
): AsyncGenerator<AnswerEvent> {
  const end: AnswerEvent = { type: "end", droppedCitations: 0, uncitedStatements: 0 };
  if (past.repositories.length === 0) {
    yield {
      type: "text",
      text: `No repository of this product knows a state of the code “${past.words.trim()}”: there is no such tag, branch or commit, or its history begins later.`,
    };
    return yield end;
  }
  yield { type: "thought", text: `The question is about the code ${past.words.trim()}.` };
  const opened: IndexedRepository[] = [];
  for (const [at, one] of past.repositories.entries()) {
    const { repository, found } = one;
    const callId = `past-${at}`;
    const startedAt = performance.now();
    yield {
      type: "call",
      callId,
      name: "read_commit",
      target: `${repository.name} at ${found.name ?? found.oid.slice(0, 8)}`,
    };
    try {
      const past = await openPast(ctx, project, one);
      const history = openHistory({ ...past, commit: found.oid, signal: ctx.signal });
      opened.push({ ...past, history, reader: { ...past.reader, at: history.at } });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "unavailable") throw error;
      yield {
        type: "text",
        text: `*${repository.name} as it was on ${found.committedAt.slice(0, 10)} cannot be read now. ${error.message}*\n\n`,
      };
    }
    yield { type: "call-end", callId, durationMs: Math.round(performance.now() - startedAt) };
  }
  if (opened.length === 0) return yield end;
  const states = past.repositories.map(
    ({ repository, found }) =>
      `${repository.name} at \`${found.name ?? found.oid.slice(0, 8)}\` of ${found.committedAt.slice(0, 10)}`,
  );
  yield { type: "text", text: `*This is the code as it was then: ${states.join(", ")}.*\n\n` };
  const then = { ...question, text: past.text };
  const writings = Promise.resolve(noWritings);
  yield* followAnswer(answerFromCode(then, opened, ctx.signal), { question: then, codebases: opened, writings });
}
