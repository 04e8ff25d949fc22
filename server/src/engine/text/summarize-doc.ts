import type { TextFact } from "#server/code-index/ports/facts.ts";

import { cleanProse } from "./clean-prose.ts";
import { blankNoise, withoutNotes } from "./comment-noise.ts";
import { proseWords } from "./prose-words.ts";
import { qualificationIn } from "./qualification.ts";
import { asSentence, cutText, leadingSentences, splitSentences } from "./sentences.ts";

/** A comment's own summary, with its lines. */
export interface DocSummary {
  /** Whole sentences, cleaned. */
  text: string;
  startLine: number;
  endLine: number;
}

const sectionStart =
  /^\s*(?:@\w+(?!\s*\{)|[\\]\w+|:(?:param|returns?|rtype|raises?)\b|(?:args|arguments|parameters|params|returns?|raises|throws|yields|examples?|usage|notes?|attributes|see also|safety|panics|errors)\s*:?\s*$|#+\s|\.\. |>>>|```|~~~|[-=*~#/]{4,}\s*$|<pre|\|)/i;

/** The first sentences of a doc comment; null when it says nothing a reader could use. */
export function summarizeDoc(doc: TextFact | null, maxLength = 200, maxSentences = 2): DocSummary | null {
  const opening = summarizeOpening(doc, maxLength, maxSentences);
  return doc === null || opening === null ? null : qualified(doc, opening);
}

/** What the rest of the comment takes back is told too; its lines are then all of the comment's. */
function qualified(doc: TextFact, opening: DocSummary): DocSummary {
  const more = qualificationIn(blankNoise(doc.text), opening.text);
  if (more === null) return opening;
  return { text: `${opening.text} ${more}`, startLine: opening.startLine, endLine: doc.endLine };
}

function summarizeOpening(doc: TextFact | null, maxLength: number, maxSentences: number): DocSummary | null {
  if (doc === null) return null;
  const { text, lineCount } = firstParagraph(blankNoise(doc.text));
  if (text === "" || /\bdeprecated\b.{0,12}$/i.test(text)) return null;
  const clean = withoutNotes(splitSentences(cleanProse(text))).join(" ");
  const chosen = leadingSentences(clean, maxLength, maxSentences).replace(/\s*:$/, ".");
  if (
    !(/\p{L}{2,}.*[\s-].*\p{L}{2,}/u.test(chosen) || proseWords(chosen).length > 1) ||
    /^(?:example|usage|note)s?\b[.:]?$/i.test(chosen)
  )
    return null;
  return {
    text: asSentence(chosen),
    startLine: doc.startLine,
    endLine: Math.min(doc.endLine, doc.startLine + lineCount),
  };
}

/**
 * Whether a description says anything that the name does not: "The local site id." of `LocalSiteId` and "Creates a
 * community." of `CreateCommunity` say nothing.
 */
export function saysMoreThan(name: string, text: string): boolean {
  const known = new Set([...wordsIn(name), ...emptyWords.flatMap(wordsIn)]);
  return wordsIn(text).some((word) => !known.has(word));
}

/** How many words a description has that neither the name nor any description has. */
export function countNewWords(name: string, text: string): number {
  const known = new Set([...wordsIn(name), ...emptyWords.flatMap(wordsIn)]);
  return new Set(wordsIn(text).filter((word) => !known.has(word) && word.length > 1)).size;
}

/**
 * Whether a description is a sentence about the thing: "UserService user service" and "comment controller" are labels,
 * and of those copied from another thing nobody sees that they are wrong.
 */
export function isTelling(name: string, text: string): boolean {
  const words = proseWords(text.replace(/^[^\p{L}\p{N}_]*/u, "").replaceAll("/", " "));
  const own = words[0]?.replace(/\W/g, "").toLowerCase() === name.toLowerCase() ? words.slice(1) : words;
  return own.length >= leastWords && saysMoreThan(name, text);
}

const leastWords = 3;

const emptyWords = [
  "a", "an", "the", "this", "that", "is", "are", "of", "for", "to", "in", "on", "and", "or", "with", "by", "from", "it", "its", "as", "new", "given",
  "represent", "return", "get", "set", "class", "function", "method", "hook", "component", "type", "struct", "interface", "object", "model", "service",
  "handle", "define", "constructor", "instance", "helper", "main", "enum", "value", "field", "property", "contain", "hold", "provide",
]; // prettier-ignore

/** In small letters, without the endings of plurals and of verbs. */
function wordsIn(text: string): string[] {
  const words = text.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|(?:(?![A-Za-z])\p{L})+/gu) ?? [];
  return words.map((word) =>
    word
      .toLowerCase()
      .replace(/(?<=\w{3})(?:ies$|y$)/, "i")
      .replace(/(?<=\w{3})(?:es|s|e)$/, ""),
  );
}

/** One sentence, short enough for a table cell. */
export function summarizeBriefly(doc: TextFact | null, maxLength = 140): DocSummary | null {
  const summary = summarizeOpening(doc, 400, 1);
  if (doc === null || summary === null) return null;
  return qualified(doc, { ...summary, text: cutText(splitSentences(summary.text)[0] ?? summary.text, maxLength) });
}

/** The paragraph that opens the comment and how many lines it reaches down, the opening mark's line included. */
function firstParagraph(text: string): { text: string; lineCount: number } {
  const lines = text.split("\n");
  const taken: string[] = [];
  let lineCount = 0;
  for (const [at, raw] of lines.entries()) {
    const line = raw.replace(
      /^\s*(?:@brief|\\brief|@description|@fileoverview|@file|@packageDocumentation|@module)\b\s*/i,
      "",
    );
    if (taken.length > 0 && (line.trim() === "" || /^\s*(?:[-*•]|\d+[.)])\s/.test(line))) break;
    if (sectionStart.test(line)) {
      if (taken.length > 0) break;
      continue;
    }
    if (line.trim() !== "") taken.push(line.trim());
    lineCount = at + 1;
  }
  return { text: taken.join(" "), lineCount };
}
