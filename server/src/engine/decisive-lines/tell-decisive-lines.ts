import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { Codebase } from "#server/engine/answer-context/answer-event.ts";
import { citationPlaceholder, type Statement } from "#server/engine/evidence/cited-text.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";
import { layWordsFor } from "#server/engine/intent/lay-words.ts";
import { stemsOf } from "#server/engine/intent/words.ts";
import { linesOf, shownPath, type StatementBlock } from "#server/engine/statements/statements.ts";
import { codeLines } from "#server/engine/text/code-lines.ts";
import { capitalized, fence } from "#server/engine/text/quoting.ts";

import { rankDecisiveLines, type RankedLine } from "./rank-decisive-lines.ts";

const maxTold = 3;
const nearlyAsMuch = 0.85;
const shownAround = 4;

/** The lines of code that surely decide what is asked, each in a sentence and as written; null where none does. */
export async function decisiveBlock(context: AnswerContext, part: QuestionPart): Promise<StatementBlock | null> {
  const [best, ...others] = (await rankDecisiveLines(context, part)).filter(
    (one) => one.isSure && isOfAsked(one, part),
  );
  if (!best) return null;
  const further = others.filter(({ score }) => score >= best.score * nearlyAsMuch).slice(0, maxTold - 1);
  const quoted = await Promise.all([best, ...further].map((one) => quoteLine(context, one)));
  const lead = { text: "These lines decide it, as far as their words tell:", evidence: [] };
  return { heading: null, statements: [lead, ...quoted] };
}

/**
 * A limit that stands where another thing is kept is the limit of that thing: of "an uploaded file" nothing is said by a line in "update
 * user by id". What is declared on nothing that is stored, or on something that the question names, may be meant.
 */
function isOfAsked({ codebase, within }: RankedLine, part: QuestionPart): boolean {
  const stored = storedThings(codebase);
  const named = stemsOf(within).filter((root) => stored.has(root));
  if (named.length === 0) return true;
  // Words of another half of the message count only where this one points back to it.
  const said = new Set(stemsOf(part.text));
  const own = part.terms.filter(({ stem }) => said.has(stem) || pointsBack.test(part.text));
  const asked = new Set(
    own.flatMap(({ stem, synonyms }) => [stem, ...synonyms, ...layWordsFor(stem, part.text).stems]),
  );
  return named.some((root) => asked.has(root));
}

const pointsBack = /\b(?:it|its|that|this|they|them|those|these)\b/i;

/** An index never changes, so its tables are gone through once. */
const known = new WeakMap<Codebase["index"], ReadonlySet<string>>();

/** What the tables are called after. */
function storedThings({ index }: Codebase): ReadonlySet<string> {
  const found =
    known.get(index) ?? new Set(index.tables().tables.flatMap(({ name, entity }) => stemsOf(entity ?? name).slice(-1)));
  known.set(index, found);
  return found;
}

async function quoteLine(context: AnswerContext, one: RankedLine): Promise<Statement> {
  const lines = codeLines(await context.lines(one));
  const startLine = Math.max(1, one.startLine - shownAround);
  const endLine = Math.min(lines.length, one.endLine + shownAround);
  const language = context.facts(one)?.language ?? null;
  const told = one.told === "" ? "" : `${spokenLine(one)}: `;
  return {
    text: `${told}${shownPath(context, one)}, lines ${startLine}–${endLine} ${citationPlaceholder}:\n\n${fence(lines.slice(startLine - 1, endLine), language)}`,
    evidence: [linesOf(one, startLine, endLine)],
  };
}

/** "“Max upload size” is 10 MB, in “application settings”." */
function spokenLine({ within, told }: RankedLine): string {
  if (within === "") return capitalized(told);
  if (!/^(?:“|it is)/.test(told)) return `In “${within}”: ${told}`;
  const [, name = ""] = /^“([^”]+)” (?:is|lists)/.exec(told) ?? [];
  const isItself = name !== "" && within.endsWith(name);
  const isHeld = isItself && within !== name;
  const holder = isHeld ? within.slice(0, -name.length).trim() : within;
  const spoken = /^“./.test(told) ? `“${capitalized(told.slice(1))}` : capitalized(told);
  return holder === name ? spoken : `${spoken}, in “${holder}”`;
}

/** The same in words that need no code, with how much of the question each says; what is only near is told so. */
export async function tellDecisiveLines(
  context: AnswerContext,
  part: QuestionPart,
): Promise<{ worth: number; isSure: boolean; statement: Statement }[]> {
  const ranked = (await rankDecisiveLines(context, part)).filter(({ told }) => told !== "" && !/[{}()]/.test(told));
  const told = ranked.map((one) => ({
    worth: one.coverage,
    isSure: one.isSure && isOfAsked(one, part),
    statement: { text: `${spokenLine(one)}. ${citationPlaceholder}`, evidence: [linesOf(one, one.startLine, one.endLine)] },
  })); // prettier-ignore
  return told.filter((one, at) => told.findIndex(({ statement }) => statement.text === one.statement.text) === at);
}
