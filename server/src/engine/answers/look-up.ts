import { type AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import { type Question } from "#server/engine/answer-context/answer-event.ts";
import {
  closestBlock,
  closestTo,
  doubtOf,
  isElsewhere,
  missingNote,
  notFound,
  wordsNotFound,
} from "#server/engine/answers/code/describe-absence.ts";
import { gapNote, gapOf } from "#server/engine/answers/code/describe-gap.ts";
import { documentBlock, documentsForRest, withDocuments } from "#server/engine/answers/code/document-block.ts";
import { asksForChange, explainChange } from "#server/engine/answers/code/explain-change.ts";
import { explainCode, type AnswerBudget } from "#server/engine/answers/code/explain-code.ts";
import { explainLocation, explainTests, explainUses } from "#server/engine/answers/code/explain-location.ts";
import { explainSetting } from "#server/engine/answers/code/explain-setting.ts";
import { explainStatuses } from "#server/engine/answers/code/explain-statuses.ts";
import { explainWay } from "#server/engine/answers/code/explain-way.ts";
import { findAbsent } from "#server/engine/answers/code/find-absent.ts";
import { isKnownName } from "#server/engine/answers/code/is-known-name.ts";
import { explainDeletion } from "#server/engine/answers/deletion/explain-deletion.ts";
import { decisiveBlock } from "#server/engine/decisive-lines/tell-decisive-lines.ts";
import { type QuestionPart } from "#server/engine/intent/interpret-question.ts";
import { stemsOf } from "#server/engine/intent/words.ts";
import { matchSubject, rankWholeMatchesFirst } from "#server/engine/retrieval/match-subject.ts";
import type { Retrieval } from "#server/engine/retrieval/passage.ts";
import { retrieve } from "#server/engine/retrieval/passages.ts";
import type { StatementBlock } from "#server/engine/statements/statements.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { enumerate } from "#server/engine/text/wording.ts";

/** Kinds that say nothing where one of the names is unknown. */
const needsNames = new Set<QuestionPart["kind"]>(["uses", "compare"]);

/** Answers from the passages that match the question's words, or names the closest ones. */
export async function lookUp(
  context: AnswerContext,
  part: QuestionPart,
  { budget, lens }: { budget: AnswerBudget; lens: Question["lens"] },
): Promise<StatementBlock[]> {
  const way = lens === "technical" ? await explainWay(context, part) : [];
  if (way.length > 0) return way;
  const [retrieval, absent] = await Promise.all([retrieve(context, part), findAbsent(context, part)]);
  const told = lens === "technical" ? await explainStatuses(context, part, retrieval) : [];
  if (told.length > 0) return told;
  const found = await documentBlock(context, part);
  const deleted = lens === "technical" && found === null ? await explainDeletion(context, part) : [];
  if (deleted.length > 0) return deleted;
  // The other lens reads documents itself, and tells them in other words.
  const isOther = lens !== "technical" && found !== null;
  const documents = isOther ? null : found;
  const change = asksForChange(part) ? await explainChange(context, part, retrieval) : [];
  if (change.length > 0) return [...(absent ? [absent.block] : []), ...change];
  if (absent) return [...withDocuments(part, documents, [absent.block]), closestTo(context, retrieval)];
  const unknown = part.names.filter((name) => !isKnownName(context, name));
  if (unknown.length > 0 && (needsNames.has(part.kind) || isOnlyAbout(part, unknown))) {
    return closestBlock(
      context,
      `Nothing in the indexed code is called ${enumerate(unknown.map((name) => codeSpan(name)))}.`,
      { ...retrieval, first: [] },
    );
  }
  const subject = await matchSubject(context, part, retrieval);
  const gap = isElsewhere(part, retrieval, subject) ? gapOf(part, retrieval, subject) : [];
  if (gap === null && isOther) return [];
  if (gap === null && documents) return [documents];
  if (gap === null) {
    const rest = lens === "technical" ? await documentsForRest(context, part, wordsNotFound(retrieval, subject)) : null;
    const decisive = rest === null && lens === "technical" ? await decisiveBlock(context, part) : null;
    if (decisive) return [decisive, closestTo(context, retrieval)];
    return rest ?? notFound(context, part, retrieval, subject);
  }
  const about = { ...retrieval, passages: rankWholeMatchesFirst(retrieval, subject) };
  const shown = await explainFound(context, part, about, budget);
  const decisive = lens === "technical" && shown[0]?.isUnsure === true ? await decisiveBlock(context, part) : null;
  const blocks = decisive
    ? [decisive, ...besideDecisive(shown), ...(documents ? [documents] : [])]
    : withDocuments(part, documents, shown);
  if (isOther && blocks.length === 0) return [];
  // What comes near says itself that it is no more.
  const doubt = blocks[0]?.isUnsure === true ? [] : [doubtOf(part, retrieval)];
  const notes = gap.length > 0 ? [gapNote(gap)] : [missingNote(part, retrieval), ...doubt];
  return withFallback(context, part, [...notes, ...blocks], retrieval);
}

async function explainFound(
  context: AnswerContext,
  part: QuestionPart,
  retrieval: Retrieval,
  budget: AnswerBudget,
): Promise<StatementBlock[]> {
  if (part.kind === "uses") return explainUses(context, part, retrieval);
  if (part.kind === "tests") {
    const blocks = await explainTests(context, part, retrieval);
    if (blocks[0] && blocks[0].statements.length > 0) return blocks;
    return [noTest, ...(await explainCode(context, part, retrieval, budget))];
  }
  if (part.kind === "configuration") return explainSetting(context, part, retrieval);
  return part.kind === "where"
    ? explainLocation(context, part, retrieval, budget)
    : explainCode(context, part, retrieval, budget);
}

/** Places that come near are told behind lines that decide, and their doubt is no longer that of the answer. */
function besideDecisive([first, ...rest]: readonly StatementBlock[]): StatementBlock[] {
  if (!first) return [];
  return [
    { heading: "Near to it", statements: first.statements.filter(({ evidence }) => evidence.length > 0) },
    ...rest,
  ];
}

const noTest: StatementBlock = {
  heading: null,
  statements: [
    {
      text: "No test was found that is about this. What it would be about:",
      plain: "No automatic check was found that is about this. What it would be about:",
      evidence: [],
    },
  ],
};

export function withFallback(
  context: AnswerContext,
  part: QuestionPart,
  blocks: StatementBlock[],
  retrieval?: Retrieval,
): StatementBlock[] {
  const hasContent = blocks.some(({ statements }) => statements.some(({ evidence }) => evidence.length > 0));
  return hasContent
    ? blocks
    : notFound(context, part, retrieval ?? { terms: [], passages: [], first: [], missing: [], unspoken: [] });
}

/** Whether the question has no other subject than these names. */
function isOnlyAbout(part: QuestionPart, names: readonly string[]): boolean {
  const own = new Set(names.flatMap((name) => stemsOf(name)));
  return part.terms.every((term) => own.has(term.stem)) && names.length === part.names.length;
}
