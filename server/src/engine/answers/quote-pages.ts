import type { Question } from "#server/engine/answer-context/answer-event.ts";
import type { Statement } from "#server/engine/evidence/cited-text.ts";
import type { CheckedEvidence } from "#server/engine/evidence/evidence.ts";
import { interpretQuestion, withAllWords, type QuestionTerm } from "#server/engine/intent/interpret-question.ts";
import { isWeakWord, stemsOf } from "#server/engine/intent/words.ts";
import type { StatementBlock } from "#server/engine/statements/statements.ts";
import { cleanProse } from "#server/engine/text/clean-prose.ts";
import { asSentence, cutText, leadingSentences } from "#server/engine/text/sentences.ts";

import type { CitableTask } from "./tasks/citable-task.ts";
import { quoteTasks } from "./tasks/explain-tasks.ts";

/** A section of one of the product's pages. `[n]` of its text is the n-th of `sources`, from 1. */
export interface QuotableSection {
  page: string;
  title: string;
  text: string;
  sources: readonly CheckedEvidence[];
  /** The code it rests on changed since it was written. */
  isStale: boolean;
}

/** A rule that the team wrote for people and agents that work on the code. */
export interface WrittenRule {
  condition: string;
  instruction: string;
  /** Null for one of the whole product. */
  service: string | null;
}

/** What people wrote about the product beside its code. */
export interface Writings {
  sections: readonly QuotableSection[];
  /** About the same as the question, which asks for none. */
  tasks: readonly CitableTask[];
  rules: readonly WrittenRule[];
}

const maxQuotes = 2;
const maxRules = 3;
const maxPassages = 3;
const maxQuoteLength = 420;
/** Characters of one file that are looked through; nobody else has a turn meanwhile. */
const maxReadLength = 150_000;
const pieces = /[\s\S]{1,600}(?=\s|$)/g;
const shortestPassage = 20;
/** A paragraph that matches less of the question is about something else. */
const enoughOfQuestion = 0.6;
/** Beside an answer from the code. */
const allOfQuestion = 0.99;
const enoughOfFile = 0.34;
const aboutFile = /\b(?:pdf|attach\w*|document|file|upload\w*|summar\w*|says?|this)\b/i;
const namesFile = /\b(?:pdf|attach\w*|files?|upload\w*|images?|pictures?|screenshots?|documents?)\b/i;
const aboutRules = /\b(?:rules?|conventions?|guidelines?|policy|policies|allowed|must|should|style)\b/i;

/**
 * What pages, rules and attached files say to a question: each with its own sources, and as words of somebody else. Beside an
 * answer from the code, whose lines are `cited`, pages say only what all of the question's words are in and other lines prove.
 */
export function quoteWritings(
  question: Question,
  writings: Writings,
  cited: readonly CheckedEvidence[] = [],
): StatementBlock[] {
  const terms = interpretQuestion(question.text).flatMap((part) => withAllWords(part).terms);
  return [
    quoteFiles(question, terms),
    { heading: "From this product's pages", statements: quoteSections(writings.sections, terms, cited) },
    quoteTasks(writings.tasks),
    { heading: "Rules of the team", statements: quoteRules(question, writings.rules, terms) },
  ];
}

/** Share of the words that carry the question's subject; 0 where it has none. */
function shareOf(text: string, terms: readonly QuestionTerm[]): number {
  const wanted = terms.filter(({ word }) => !isWeakWord(word));
  if (wanted.length === 0) return 0;
  const stems = new Set(stemsOf(text));
  const matched = wanted.filter(({ stem, synonyms }) => stems.has(stem) || synonyms.some((one) => stems.has(one)));
  return matched.length / wanted.length;
}

function quoteSections(
  sections: readonly QuotableSection[],
  terms: readonly QuestionTerm[],
  cited: readonly CheckedEvidence[],
): Statement[] {
  const found = sections.flatMap((section) =>
    paragraphsOf(section).map((paragraph) => ({
      section,
      paragraph,
      share: shareOf(`${section.page} ${section.title} ${paragraph}`, terms) + shareOf(paragraph, terms) / 10,
    })),
  );
  const best = found.toSorted((one, other) => other.share - one.share).filter(({ share }) => share >= enoughOfQuestion);
  const adding = best.filter(({ section, paragraph }) => cited.length === 0 || (shareOf(paragraph, terms) >= allOfQuestion && !isCited(sourcesOf(section, paragraph), cited))); // prettier-ignore
  return adding.slice(0, maxQuotes).map(({ section, paragraph }) => {
    const evidence = sourcesOf(section, paragraph);
    const quoted = leadingSentences(cleanProse(withoutCitations(paragraph)), maxQuoteLength);
    const age = section.isStale ? " (the code changed since this was written)" : "";
    const text = `The page “${cleanProse(section.page)}”, “${cleanProse(section.title)}”${age}: “${quoted}”`;
    return { text, plain: text, evidence };
  });
}

function sourcesOf(section: QuotableSection, paragraph: string): CheckedEvidence[] {
  return [...new Set(citedIn(paragraph))].flatMap((number) => section.sources[number - 1] ?? []);
}

/** Whether the answer shows the same lines already. What people wrote rests on none. */
function isCited(evidence: readonly CheckedEvidence[], cited: readonly CheckedEvidence[]): boolean {
  const isShown = (one: CheckedEvidence) =>
    cited.some(
      ({ repositoryId, path, startLine, endLine }) =>
        repositoryId === one.repositoryId && path === one.path && startLine <= one.endLine && one.startLine <= endLine,
    );
  return evidence.length > 0 && evidence.every(isShown);
}

/** Numbers in code, as in `boats[2]`, cite nothing and are a part of it. */
const codeSpan = /(`+[^`]+`+)/;

function citedIn(paragraph: string): number[] {
  const prose = paragraph.split(codeSpan).filter((_, at) => at % 2 === 0);
  return [...prose.join(" ").matchAll(/\[(\d+)\]/g)].map(([, number]) => Number(number));
}

function withoutCitations(paragraph: string): string {
  const parts = paragraph.split(codeSpan);
  return parts.map((part, at) => (at % 2 === 0 ? part.replaceAll(/ ?\[\d+\]/g, "") : part)).join("");
}

/**
 * The quotable paragraphs of a section. Of one that was written from code these are the paragraphs with a
 * citation: the others are transitions. A line that announces a list says nothing without its items.
 */
function paragraphsOf({ text, sources }: QuotableSection): string[] {
  return text
    .replaceAll(/^(```|~~~)[\s\S]*?^\1[^\n]*$/gm, "")
    .split(/\n\s*\n|\n(?=\s*[-*] )/)
    .filter((one) => !/^\s*#+\s/.test(one))
    .map((one) => one.trim().replace(/^(?:[-*]|>)\s+/, ""))
    .filter((one) => one.length > 30 && !one.startsWith("|"))
    .filter((one) => (sources.length > 0 ? citedIn(one).length > 0 : !one.endsWith(":")));
}

function quoteRules(question: Question, rules: readonly WrittenRule[], terms: readonly QuestionTerm[]): Statement[] {
  const isRequested = aboutRules.test(question.text);
  const about = terms.filter(({ word }) => !aboutRules.test(word));
  const found = rules
    .map((rule) => ({ rule, share: shareOf(`${rule.condition} ${rule.instruction}`, about) }))
    .filter(({ share }) => share >= (isRequested ? enoughOfFile : 0.99) || (isRequested && about.length === 0))
    .toSorted((one, other) => other.share - one.share);
  return found.slice(0, maxRules).map(({ rule }) => {
    const about = rule.service === null ? "" : ` (${cleanProse(rule.service)})`;
    const text = `- If ${lowered(short(rule.condition))}, then ${lowered(asSentence(short(rule.instruction)))}${about}`;
    return { text, plain: text, evidence: [] };
  });
}

function short(text: string): string {
  return cutText(
    cleanProse(text)
      .replace(/^(?:if|then)\s+/i, "")
      .replace(/[.,;]$/, ""),
    maxQuoteLength,
  );
}

function lowered(text: string): string {
  return /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

/** Passages of attached PDFs by file and page. A file that holds nothing of the question opens with its first words. */
function quoteFiles({ text, earlier, attachments = [] }: Question, terms: readonly QuestionTerm[]): StatementBlock {
  // Files stay with the conversation; the note that they cannot be read is not repeated with every question.
  const isNew = !earlier.some(({ role }) => role === "user") || namesFile.test(text);
  const note = (text: string) => (isNew ? [report(text)] : []);
  const statements = attachments.flatMap((file): Statement[] => {
    const name = `*${cleanProse(file.name)}*`;
    if (file.contentType.startsWith("image/")) {
      return note(`The built-in engine cannot see images, so ${name} was not looked at.`);
    }
    if (file.pages.every((page) => page.trim() === "")) return note(`No text could be read from ${name}.`);
    const passages = choosePages(file.pages, terms).flatMap((read) =>
      passagesOf(read.text).map((passage) => ({ passage, page: read.page, share: shareOf(passage, terms) })),
    );
    const matching = passages.filter(({ share }) => share >= enoughOfFile).toSorted((a, b) => b.share - a.share);
    const opening = isNew && aboutFile.test(text) ? passages.slice(0, maxPassages) : [];
    const chosen = (matching.length > 0 ? matching.slice(0, maxPassages) : opening).toSorted((a, b) => a.page - b.page);
    if (chosen.length === 0) return note(`${name} holds nothing about this.`);
    return chosen.map(({ passage, page }) =>
      report(`In ${name}, page ${page}: “${leadingSentences(cleanProse(passage), maxQuoteLength)}”`),
    );
  });
  return { heading: attachments.length > 0 ? "From the attached files" : null, statements };
}

function report(text: string): Statement {
  return { text, plain: text, evidence: [] };
}

/** Paragraphs; what a PDF gives without any is cut at blanks. */
function passagesOf(page: string): string[] {
  return page
    .split(/\n\s*\n/)
    .flatMap((paragraph) => paragraph.match(pieces) ?? [])
    .map((piece) => piece.replaceAll(/\s+/g, " ").trim())
    .filter((piece) => piece.length > shortestPassage);
}

/** The pages to look through, with their numbers: of a long file those that hold a word of the question. */
function choosePages(pages: readonly string[], terms: readonly QuestionTerm[]): { text: string; page: number }[] {
  const roots = terms.map(({ stem }) => stem);
  const numbered = pages.map((text, at) => ({ text, page: at + 1 }));
  const matching = numbered.filter(({ text }) => roots.some((root) => text.toLowerCase().includes(root)));
  let left = maxReadLength;
  return (matching.length > 0 ? matching : numbered).flatMap(({ text, page }) => {
    const read = text.slice(0, left);
    left -= read.length;
    return read === "" ? [] : [{ text: read, page }];
  });
}
