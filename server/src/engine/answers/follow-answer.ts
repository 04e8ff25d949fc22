import type { AnswerEvent, Codebase, Question } from "#server/engine/answer-context/answer-event.ts";
import { follows, openCitations } from "#server/engine/evidence/cited-text.ts";
import type { CheckedEvidence, CodeReaders } from "#server/engine/evidence/evidence.ts";

import { quoteWritings, type Writings } from "./quote-pages.ts";
import { suggestNext } from "./suggest-next.ts";
import { taskReaders } from "./tasks/citable-task.ts";

const openingLength = 40;

/**
 * The answer from the code and what follows it: quotes of pages, rules and attached files, and suggested questions.
 * `writings` may still be loading while the code is searched; when they fail, the code's answer is given alone.
 */
export async function* followAnswer(
  answer: AsyncIterable<AnswerEvent>,
  about: { question: Question; codebases: readonly Codebase[]; writings: Promise<Writings> },
): AsyncGenerator<AnswerEvent> {
  const { question, codebases, writings } = about;
  const sources: CheckedEvidence[] = [];
  let opening = "";
  for await (const event of answer) {
    if (event.type === "text" && opening.length < openingLength) opening += event.text;
    if (event.type === "source") sources.push(event.source);
    if (event.type !== "end") {
      yield event;
      continue;
    }
    const written = await writings;
    const ofCode = codebases.map(({ repositoryId, reader }) => [repositoryId, reader] as const);
    const readers = new Map([...ofCode, ...taskReaders(written.tasks)]);
    // When the subject is missing, its closest matches answer nothing, and are no basis for suggestions.
    const isMissing = /^(?:Nothing|No)\b/.test(opening);
    const added = await quoteAll(question, written, { readers, cited: sources, isAnswered: !isMissing });
    yield* added.events;
    const suggestions = isMissing ? [] : suggestNext(question, codebases, sources);
    if (suggestions.length > 0) yield { type: "suggestions", suggestions };
    yield { ...event, droppedCitations: event.droppedCitations + added.dropped };
  }
}

async function quoteAll(
  question: Question,
  writings: Writings,
  { readers, cited, isAnswered }: { readers: CodeReaders; cited: readonly CheckedEvidence[]; isAnswered: boolean },
): Promise<{ events: AnswerEvent[]; dropped: number }> {
  const citations = openCitations(readers);
  const events: AnswerEvent[] = [];
  let shown = 0;
  let last = "";
  for (const { heading, statements } of quoteWritings(question, writings, isAnswered ? cited : [])) {
    let pending = heading === null ? "" : `\n\n### ${heading}`;
    for (const statement of statements) {
      const reported = await citations.cite(statement);
      if (reported === null) continue;
      for (const source of citations.sources.slice(shown)) events.push({ type: "source", source });
      shown = citations.sources.length;
      const text = renumber(reported, statement.evidence.length > 0 ? cited.length : 0);
      events.push({ type: "text", text: `${pending}${pending === "" && follows(text, last) ? "\n" : "\n\n"}${text}` });
      [pending, last] = ["", text];
    }
  }
  return { events, dropped: citations.dropped };
}

/** Sources of the code come before these. Only the marks at the end are ours: `boats[2]` in a quote is code. */
function renumber(text: string, by: number): string {
  return text.replace(/(?:\[\d+\])+$/, (marks) => marks.replaceAll(/\d+/g, (number) => String(Number(number) + by)));
}
