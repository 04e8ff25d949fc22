import type { AnswerContext, FileRef } from "#server/engine/answer-context/answer-context.ts";
import type { Statement } from "#server/engine/evidence/cited-text.ts";
import { quotedIn, type QuestionPart } from "#server/engine/intent/interpret-question.ts";
import type { Retrieval } from "#server/engine/retrieval/passage.ts";
import { retrieve } from "#server/engine/retrieval/passages.ts";
import { findUses, innermost, type LocatedSymbol } from "#server/engine/retrieval/relations.ts";
import { isBesideCode } from "#server/engine/retrieval/side-folder.ts";
import { proseBlock } from "#server/engine/statements/quote-prose.ts";
import { useEntry } from "#server/engine/statements/show-uses.ts";
import {
  evidenceOf,
  linesOf,
  shownName,
  shownPath,
  symbolEntry,
  type StatementBlock,
} from "#server/engine/statements/statements.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { fence } from "#server/engine/text/quoting.ts";
import { summarizeDoc } from "#server/engine/text/summarize-doc.ts";

const filesToRead = 40;
const linesBefore = 8;
const linesAfter = 3;
const maxFurther = 3;
const closeCoverage = 0.75;
/**
 * Beginnings of a message with at least this many words are searched when the whole is not found, since code splits
 * long texts.
 */
const fewestWords = 3;

interface Spoken extends FileRef {
  line: number;
  /** The declaration around the line; null outside any. */
  within: LocatedSymbol["symbol"] | null;
}

/**
 * What a message means: the lines that give it, the condition above them, and who gets there. Empty where none does.
 */
export async function explainMessage(context: AnswerContext, part: QuestionPart): Promise<StatementBlock[]> {
  const quoted = quotedIn(part.text);
  if (quoted === null) return [];
  const found = await findText(context, quoted);
  const [main, ...further] = found;
  if (!main) return [];
  const lines = await context.lines(main);
  const docEnd = main.within?.doc?.endLine ?? 0;
  const bodyStart = docEnd < main.line ? docEnd + 1 : 1;
  const from = Math.max(main.within?.startLine ?? 1, bodyStart, main.line - linesBefore);
  const to = Math.min(main.within?.endLine ?? lines.length, main.line + linesAfter);
  const doc = summarizeDoc(main.within?.doc ?? null, 300, 3);
  const by = main.within ? `${codeSpan(shownName(main.within))} gives this message` : "The message stands";
  const statements: Statement[] = [
    { text: `${by} in ${shownPath(context, main)}, line ${main.line}.`, evidence: [linesOf(main, main.line)] },
    {
      text: fence(lines.slice(from - 1, to), context.facts(main)?.language ?? null),
      evidence: [linesOf(main, from, to)],
    },
  ];
  const located = main.within && { ...main, symbol: main.within };
  if (doc && located) {
    statements.push({
      text: `**${codeSpan(shownName(located.symbol))}**: ${doc.text}`,
      evidence: evidenceOf(located, doc),
    });
  }
  const uses = located ? (await findUses(context, located)).inCode.slice(0, maxFurther) : [];
  return [
    { heading: null, statements },
    await proseBlock(context, part, await retrieveClose(context, part), 1),
    {
      heading: located ? `Where ${codeSpan(located.symbol.name)} is used` : null,
      statements: uses.map((use) => useEntry(context, use)),
    },
    {
      heading: "The same words also stand in",
      statements: further
        .slice(0, maxFurther)
        .map((one) =>
          one.within
            ? symbolEntry(context, { ...one, symbol: one.within })
            : { text: `- ${shownPath(context, one)}, line ${one.line}`, evidence: [linesOf(one, one.line)] },
        ),
    },
  ];
}

/** Sections with most of the message's words; a word or two of it occur everywhere. */
async function retrieveClose(context: AnswerContext, part: QuestionPart): Promise<Retrieval> {
  const retrieval = await retrieve(context, part, ["docs"]);
  return { ...retrieval, passages: retrieval.passages.filter(({ coverage }) => coverage >= closeCoverage) };
}

/** Lines of the code that hold the text, or else as much of its beginning as any does. */
async function findText(context: AnswerContext, quoted: string): Promise<Spoken[]> {
  const words = quoted.split(/\s+/).filter(Boolean);
  const locations = context.lookUp("search_code", quoted, () =>
    context.codebases.flatMap((codebase) =>
      codebase.index
        .search(quoted, { limit: filesToRead, kinds: ["source", "config", "data"] })
        .filter(({ path }) => !isBesideCode(path))
        .map(({ path }) => ({ codebase, path })),
    ),
  );
  const texts = await Promise.all(
    locations.map(async (location) => ({ location, lines: await context.lines(location) })),
  );
  for (let size = words.length; size >= Math.min(fewestWords, words.length); size -= 1) {
    const wanted = words
      .slice(0, size)
      .join(" ")
      .toLowerCase()
      .replace(/[.!:…]+$/, "");
    const found = texts.flatMap(({ location, lines }) =>
      lines.flatMap((text, at): Spoken[] =>
        text.toLowerCase().includes(wanted)
          ? [{ ...location, line: at + 1, within: innermost(context.facts(location)?.symbols ?? [], at + 1) }]
          : [],
      ),
    );
    if (found.length > 0) return found;
  }
  return [];
}
