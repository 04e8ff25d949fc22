import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import { chooseSection } from "#server/engine/documents/choose-section.ts";
import { quoteDocumentParts } from "#server/engine/documents/quote-document-part.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";
import { isWeakWord } from "#server/engine/intent/words.ts";
import type { StatementBlock } from "#server/engine/statements/statements.ts";

/** Beside code a document has to say more of the question than where there is nothing else. */
const enough = 0.7;

/** What documents surely say of a question, as they say it; null where none does. */
export async function documentBlock(context: AnswerContext, part: QuestionPart): Promise<StatementBlock | null> {
  const chosen = await chooseSection(context, part, {
    leastCoverage: enough,
    isWanted: () => true,
    isTold: () => true,
  });
  if (chosen === null) return null;
  const statements = await Promise.all(chosen.map((some) => quoteDocumentParts(context, some, part.terms)));
  return { heading: "From the documentation", statements: statements.flat() };
}

/**
 * What documents surely say of a question without some of its words, which nothing speaks of; null where none does, or where the words
 * leave nothing to ask.
 */
export async function documentsForRest(
  context: AnswerContext,
  part: QuestionPart,
  words: readonly string[],
): Promise<StatementBlock[] | null> {
  if (words.length === 0) return null;
  const text = part.text
    .split(/(?<=\W)|(?=\W)/)
    .filter((one) => !words.includes(one.toLowerCase()))
    .join("");
  const terms = part.terms.filter(({ word, asked = word }) => !words.includes(asked));
  if (terms.filter(({ word, isPhrase = false }) => !isPhrase && !isWeakWord(word)).length < fewestLeft) return null;
  const found = await documentBlock(context, { ...part, text, terms });
  if (found === null) return null;
  const named = words.map((word) => `“${word}”`).join(" or ");
  const lead = { text: `Nothing in the indexed code speaks of ${named}. Of the rest documents say:`, evidence: [] };
  return [{ heading: null, statements: [lead, ...found.statements] }];
}

const fewestLeft = 2;

/** What people do is told by documents before code; how something works by code before documents. */
const asksOfUse =
  /^(?:and )?(?:please )?(?:how (?:do|can|could|would|should|to|must)\b|can\b|could\b|may\b|is it possible|who (?:may|can)\b|why\b|what (?:must|has to|have to|should|do (?:i|we|you) (?:need|have))\b|which .* (?:can|may|do) (?:i|we|you|people|users?|somebody)\b)/i;

/** Documents lead where they answer better than the code that was found; else they stand behind what is said first. */
export function withDocuments(
  part: QuestionPart,
  documents: StatementBlock | null,
  blocks: readonly StatementBlock[],
): StatementBlock[] {
  const filled = blocks.filter(({ statements }) => statements.length > 0);
  const [first, ...rest] = filled;
  if (documents === null) return [...blocks];
  if (!first) return [{ ...documents, heading: null }];
  const leads = part.kind !== "where" && (first.isUnsure === true || asksOfUse.test(part.text));
  if (leads) return [{ ...documents, heading: null }, { ...first, heading: first.heading ?? "In the code" }, ...rest];
  return [first, documents, ...rest];
}
