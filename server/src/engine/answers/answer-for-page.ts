import { openAnswerContext, type AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { Codebase, Question, QuestionFocus } from "#server/engine/answer-context/answer-event.ts";
import { isEnvironmentFile } from "#server/engine/facts/project/find-config.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";
import { retrieve } from "#server/engine/retrieval/passages.ts";
import { heading, type DraftBlock as PageBlock } from "#server/engine/sections/section-draft.ts";
import { chooseProse, proseBlock } from "#server/engine/statements/quote-prose.ts";
import type { StatementBlock } from "#server/engine/statements/statements.ts";

import { answerPart, planAnswer } from "./answer-from-code.ts";

/** A section is no conversation: it contains only what the code says, not what is missing in it. */
export async function answerForPage(
  text: string,
  about: { codebases: readonly Codebase[]; focus: QuestionFocus | null; signal: AbortSignal },
): Promise<PageBlock[] | null> {
  const { codebases, focus, signal } = about;
  const context = openAnswerContext(codebases, { emit: () => undefined, signal, focus });
  const question: Question = { text, lens: "technical", earlier: [], selection: null, focus };
  const blocks: PageBlock[] = [];
  for (const part of planAnswer(question)) {
    signal.throwIfAborted();
    const found = await answerPart(context, part, question);
    const answer = isNoAnswer(found) ? await answerFromDocuments(context, part) : found;
    if (answer.length === 0) continue;
    if (part.heading !== null) blocks.push(heading(part.heading));
    blocks.push(...toPageBlocks(answer, part.heading === null ? 3 : 4));
  }
  return blocks.some(({ kind }) => kind !== "heading") ? blocks : null;
}

/**
 * Where the code has nothing for half of the question, its matches for the other half are about something else; a page also tells nothing
 * that is only near.
 */
function isNoAnswer(answer: readonly StatementBlock[]): boolean {
  return answer.some(({ missing = 0, isUnsure = false }) => missing >= 0.5 || isUnsure);
}

/** A document that covers less of the question is about something else. */
const wholly = 0.9;

/** What is not in the code may be in the documents, which a page may quote. */
async function answerFromDocuments(context: AnswerContext, part: QuestionPart): Promise<StatementBlock[]> {
  const retrieval = await retrieve(context, part, ["docs"]);
  const passages = chooseProse(retrieval, 1).filter(({ coverage }) => coverage >= wholly);
  return passages.length === 0
    ? []
    : [{ ...(await proseBlock(context, part, { ...retrieval, passages }, 1)), heading: null }];
}

/** Lines of environment files are not quoted: the topic of settings lists their names. */
function toPageBlocks(answer: readonly StatementBlock[], level: 3 | 4): PageBlock[] {
  return withoutStrayTests(answer).flatMap(({ heading: title, statements }): PageBlock[] => {
    const shown = statements.filter(({ evidence }) => !evidence.some(({ path }) => isEnvironmentFile(path)));
    if (shown.length === 0) return [];
    return [...(title === null ? [] : [heading(title, level)]), { kind: "statements", statements: shown }];
  });
}

/** Titles of tests are kept only for files that the answer is about: others merely share a word with the question. */
function withoutStrayTests(answer: readonly StatementBlock[]): StatementBlock[] {
  const isTest = (path: string) => /(?:^|[/._-])(?:tests?|specs?|__tests__)(?:[/._-]|$)/i.test(path);
  const cited = answer.flatMap(({ statements }) =>
    statements.flatMap(({ evidence }) => evidence.map(({ path }) => path)),
  );
  const subjects = new Set(cited.filter((path) => !isTest(path)).map(stemOfFile));
  return answer.map((block) => ({
    ...block,
    statements: block.statements.filter(({ evidence }) =>
      evidence.every(({ path }) => !isTest(path) || subjects.size === 0 || subjects.has(stemOfFile(path))),
    ),
  }));
}

/** "delay" of `rules/delay.ts`, `delay.test.ts`, `test_delay.py` and `DelayTests.java`. */
function stemOfFile(path: string): string {
  const name = path.split("/").at(-1) ?? path;
  return name
    .replace(/\..*$/, "")
    .replace(/^tests?_|[_-](?:tests?|spec)$|(?<=[a-z])Tests?$/, "")
    .toLowerCase();
}
