import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";

import type { DocumentPart } from "./document-part.ts";
import { openDocuments } from "./rank-document-parts.ts";
import { sectionsIn } from "./rank-document-sections.ts";
import { toldBefore } from "./told-documents.ts";
import { openWordMatch, takeApart, stemsIn, type WordMatch } from "./word-match.ts";

/** Titles under which a page tells what is asked in words that documents rarely repeat. */
const turns: readonly (readonly [RegExp, RegExp])[] = [
  [/\b(?:set ?up|enabled?|switch\w* on|turn\w* on|configur\w*|needed|required?)\b/i, /\b(?:enabl|set(?:ting)? ?up|configur|install|requirement|prerequisite|how to)\w*/i],
  [/\b(?:limits?|limited|cannot|restrictions?)\b/i, /\b(?:limit|restriction|caveat|known issue)\w*/i],
  [/\b(?:fails?|goes wrong|errors?|problems?)\b/i, /\b(?:error|fail|troubleshoot|problem)\w*/i],
  [/\b(?:turn\w* off|switch\w* off|disabled?|stop\w*|taken? back|undone|undo)\b/i, /\b(?:disabl|remov|revok|stop|turning off|undo|delet)\w*/i],
]; // prettier-ignore
const leastCoverage = 0.6;
/** A title counts more than a sentence. */
const titleWorth = 1;
const textWorth = 0.8;

/**
 * The section in which the document that an earlier half of the message was answered from goes on to answer this half, which names no
 * thing of its own. Null where the half stands for itself, and where no section there says it.
 */
export async function nextSection(context: AnswerContext, part: QuestionPart): Promise<DocumentPart[] | null> {
  const before = toldBefore(context, part.text);
  const home = before.at(-1);
  if (home === undefined) return null;
  const documents = await openDocuments(context, part);
  if (documents === null) return null;
  const own = documents.parts.filter(({ codebase, path }) => codebase === home.codebase && path === home.path);
  const sections = sectionsIn(own).filter(
    (some) => !some.some((one) => before.some(({ at, path }) => at === one.at && path === one.path)),
  );
  const match = openWordMatch({ ...part, terms: [] }, sections.map((some) => stemsIn(some.map(({ text }) => text).join("\n")))); // prettier-ignore
  // What names two things of its own is another question.
  if (part.about === undefined && (match?.strong ?? 0) > 1) return null;
  const judged = sections.map((some) => ({ some, worth: worthOf(some, part.text, match) }));
  const [best] = judged.filter(({ worth }) => worth > 0).toSorted((a, b) => b.worth - a.worth);
  return best === undefined ? null : [...best.some];
}

function worthOf(some: readonly DocumentPart[], asked: string, match: WordMatch | null): number {
  const title = some[0]?.headings.at(-1) ?? "";
  const isCalled = turns.some(([asks, called]) => asks.test(asked) && called.test(title));
  const text = some.map((one) => one.text).join("\n");
  const said = match?.of([takeApart(title, titleWorth), takeApart(text, textWorth)]) ?? null;
  const isSaid = said !== null && said.saysRarest && said.coverage >= leastCoverage && (match?.strong ?? 0) > 0;
  return (isCalled ? 1 : 0) + (isSaid ? said.coverage : 0);
}
