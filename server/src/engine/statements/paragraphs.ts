import type { AnswerContext, FileRef } from "#server/engine/answer-context/answer-context.ts";
import type { Statement } from "#server/engine/evidence/cited-text.ts";
import type { QuestionTerm } from "#server/engine/intent/interpret-question.ts";
import { stemsOf } from "#server/engine/intent/words.ts";
import { cleanProse } from "#server/engine/text/clean-prose.ts";
import { parseProse, type ProseBlock } from "#server/engine/text/parse-prose.ts";
import { fence } from "#server/engine/text/quoting.ts";
import { leadingSentences, splitSentences } from "#server/engine/text/sentences.ts";

import { linesOf } from "./statements.ts";

const maxParagraphLength = 420;
const maxItems = 12;
const maxItemLength = 260;
/** A sentence such as "Like this:" says nothing without the code it announces. */
const leadPenalty = 1.5;
/** A shorter paragraph without any of the words is not quoted by itself. */
const shortLead = 90;
const maxCodeLines = 14;

/** A paragraph, a whole list or a code block of a document. */
export interface Paragraph {
  kind: "paragraph" | "list" | "code";
  /** A list has one for each item. */
  blocks: readonly ProseBlock[];
  startLine: number;
  endLine: number;
}

interface ParagraphRange {
  startLine: number;
  endLine: number;
}

/** The paragraphs between two lines of a document, without its headings. */
export async function readParagraphs(
  context: AnswerContext,
  location: FileRef,
  range: ParagraphRange,
): Promise<Paragraph[]> {
  return paragraphsIn(await context.lines(location), location.path, range);
}

/** The same of lines that were read before. */
export function paragraphsIn(all: readonly string[], path: string, range: ParagraphRange): Paragraph[] {
  const lines = all.slice(0, range.endLine);
  const blocks = parseProse(withoutComponents(lines), /\.(?:rst|txt)$/i.test(path));
  const found: Paragraph[] = [];
  for (const block of blocks.filter((one) => one.startLine >= range.startLine)) {
    const last = found.at(-1);
    const { startLine, endLine } = block;
    if (block.kind === "item" && last?.kind === "list" && startLine - last.endLine <= 2) {
      found[found.length - 1] = { ...last, blocks: [...last.blocks, block], endLine };
    } else if (block.kind === "item") found.push({ kind: "list", blocks: [block], startLine, endLine });
    else if (block.kind === "paragraph" || block.kind === "code") {
      found.push({ kind: block.kind, blocks: [block], startLine, endLine });
    }
  }
  return found.filter(saysSomething);
}

const opened = /^\s*<([A-Z]\w*|summary|details)\b((?:[^>"']|"[^"]*"|'[^']*')*)>(.*)$/;
const closed = /^\s*<\/(?:[A-Z]\w*|summary|details)>\s*$/;

/**
 * Lines of a document without the blocks of components around its texts: what such a block is called stands before its text, as
 * a question before its answer.
 */
function withoutComponents(lines: readonly string[]): readonly string[] {
  if (!lines.some((line) => opened.test(line))) return lines;
  let depth = 0;
  let isCode = false;
  return lines.map((line) => {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode;
    if (isCode) return line;
    if (closed.test(line)) {
      depth = Math.max(0, depth - 1);
      return "";
    }
    const match = opened.exec(line);
    if (!match) return depth > 0 ? line.replace(/^\s+(?![-*+\d\s])/, "") : line;
    const [, tag = "", attributes = "", rest = ""] = match;
    const isWhole = attributes.endsWith("/") || rest.includes(`</${tag}>`);
    if (!isWhole) depth += 1;
    const title = /\b(?:title|path|name|label)=["']([^"']+)["']/.exec(attributes)?.[1] ?? "";
    const named = title === "" || /[.?!:]$/.test(title) ? title : `${title}:`;
    return `${named} ${rest.replace(`</${tag}>`, "")}`.trim();
  });
}

function saysSomething({ kind, blocks }: Paragraph): boolean {
  const text = blocks.map((block) => block.text).join(" ");
  return kind === "code" ? text.trim() !== "" : cleanProse(text).replaceAll(/[^\p{L}]/gu, "").length > 8;
}

/**
 * The paragraphs that match most of the question's words, in their order. Of a list only the items that match
 * one are kept; a paragraph that ends with a colon brings the list or the
 * code it announces.
 */
export function chooseParagraphs(
  paragraphs: readonly Paragraph[],
  terms: readonly QuestionTerm[],
  limit: number,
): Paragraph[] {
  const wanted = new Set(terms.map((term) => term.stem));
  const matchesIn = (text: string) => [...new Set(stemsOf(text))].filter((one) => wanted.has(one)).length;
  const endsWithColon = (at: number) => paragraphs[at]?.blocks.at(-1)?.text.trimEnd().endsWith(":") ?? false;
  const isAnnounced = (next: Paragraph | undefined) => next?.kind === "list" || isShortCode(next);
  const leadsNowhere = (at: number) => endsWithColon(at) && !isAnnounced(paragraphs[at + 1]);
  const weighed = paragraphs.map((paragraph, at) => ({
    at,
    weight:
      (paragraph.kind === "code" ? -leadPenalty : 0) +
      matchesIn(paragraph.blocks.map((block) => block.text).join(" ")) -
      at * 0.05 -
      (leadsNowhere(at) ? leadPenalty : 0),
  }));
  const best = weighed.toSorted((a, b) => b.weight - a.weight).slice(0, limit);
  return best
    .filter(({ at, weight }) => (!leadsNowhere(at) && weight > 0) || lengthOf(paragraphs[at]) > shortLead)
    .sort((a, b) => a.at - b.at)
    .flatMap(({ at }) => {
      const [paragraph, next] = [paragraphs[at], paragraphs[at + 1]];
      if (!paragraph) return [];
      if (paragraph.kind === "list") {
        const matching = paragraph.blocks.filter((block) => matchesIn(block.text) > 0);
        return [matching.length > 0 ? { ...paragraph, blocks: matching } : paragraph];
      }
      return next && isAnnounced(next) && endsWithColon(at) && !best.some((one) => one.at === at + 1)
        ? [paragraph, next]
        : [paragraph];
    });
}

function isShortCode(paragraph: Paragraph | undefined): boolean {
  return paragraph?.kind === "code" && paragraph.endLine - paragraph.startLine < maxCodeLines;
}

function lengthOf(paragraph: Paragraph | undefined): number {
  return paragraph?.blocks.reduce((sum, { text }) => sum + text.length, 0) ?? 0;
}

/** A paragraph as statements with their lines; each item of a list is one of its own. */
export function quoteParagraph(
  location: FileRef,
  paragraph: Paragraph,
  terms: readonly QuestionTerm[] = [],
): Statement[] {
  switch (paragraph.kind) {
    case "code":
      return paragraph.blocks.map((block) => ({
        text: fence(block.text.split("\n"), block.note),
        evidence: [linesOf(location, block.startLine, block.endLine)],
      }));
    case "list":
      return paragraph.blocks.slice(0, maxItems).map((block) => ({
        text: `- ${leadingSentences(cleanProse(block.text), maxItemLength)}`,
        evidence: [linesOf(location, block.startLine, block.endLine)],
      }));
    case "paragraph":
      return paragraph.blocks.map((block) => ({
        text: relevantSentences(cleanProse(block.text), terms),
        evidence: [linesOf(location, block.startLine, block.endLine)],
      }));
  }
}

/** The consecutive sentences of a long paragraph that match most of the question's words. */
function relevantSentences(text: string, terms: readonly QuestionTerm[]): string {
  if (text.length <= maxParagraphLength) return text;
  const wanted = new Set(terms.flatMap((term) => [term.stem, ...term.synonyms]));
  const sentences = splitSentences(text);
  const matches = sentences.map((sentence) => new Set(stemsOf(sentence).filter((one) => wanted.has(one))).size);
  const windows = sentences.map((_, from) => {
    const taken = leadingSentences(sentences.slice(from).join(" "), maxParagraphLength);
    const until = from + splitSentences(taken).length;
    return { taken, weight: matches.slice(from, until).reduce((sum, one) => sum + one, 0) - from * 0.1 };
  });
  return windows.sort((a, b) => b.weight - a.weight)[0]?.taken ?? leadingSentences(text, maxParagraphLength);
}

/** A code block is cited by the sentence before it, where there is one. */
export function citeCodeBefore(statements: readonly Statement[]): Statement[] {
  return statements.map((statement, at) => {
    const before = statements[at - 1];
    if (statement.text.endsWith("```"))
      return before && !before.text.endsWith("```") ? { ...statement, evidence: [] } : statement;
    const next = statements[at + 1];
    return next?.text.endsWith("```")
      ? { ...statement, evidence: [...statement.evidence, ...next.evidence] }
      : statement;
  });
}
