import type { AnswerContext, FileRef } from "#server/engine/answer-context/answer-context.ts";
import { citationPlaceholder, type Statement } from "#server/engine/evidence/cited-text.ts";
import type { QuestionPart, QuestionTerm } from "#server/engine/intent/interpret-question.ts";
import { isWeakWord, stemsOf } from "#server/engine/intent/words.ts";
import { retrieve } from "#server/engine/retrieval/passages.ts";
import { proseBlock } from "#server/engine/statements/quote-prose.ts";
import { linesOf, type StatementBlock } from "#server/engine/statements/statements.ts";
import { findTestTitles } from "#server/engine/statements/test-titles.ts";
import { cleanProse } from "#server/engine/text/clean-prose.ts";
import { capitalized } from "#server/engine/text/quoting.ts";

import { isPlain, simplifyText, spokenName } from "./simplify-text.ts";

const maxScreenTexts = 4;
const maxTitles = 3;
const maxSettings = 3;
const readFiles = 8;
/** A paragraph that says less of the question is about something else. */
const leastCoverage = 0.75;
/** A file of texts may be long; lines of more letters hold no label. */
const longestText = 160;
const locales = /(?:^|[/_.-])(?:i18n|locales?|lang(?:uages?)?|translations?|messages)(?:[/_.-]|$)/i;
const english = /(?:^|[/_.-])(?:en(?:[-_](?:us|gb))?|english)(?:[/_.-]|$)/i;
/** `"key": "text"`, `key: text` and `key = text`. */
const labelled = /^\s*["']?[\w.$-]+["']?\s*(?::|=>?)\s*(["'`]?)(.+?)\1[,;]?\s*$/;

/**
 * What documents, texts of the interface, tests and settings say of a question, in words that need no code and each with
 * its lines. Empty where they say nothing of it.
 */
export async function findProductEvidence(context: AnswerContext, part: QuestionPart): Promise<StatementBlock[]> {
  const terms = part.terms.filter(
    ({ word, relevance = 1, isPhrase }) => !isWeakWord(word) && relevance === 1 && !isPhrase,
  );
  if (terms.length === 0) return [];
  const [documents, screens, titles] = await Promise.all([
    quoteDocuments(context, part),
    findScreenTexts(context, terms),
    findCheckedTitles(context, terms),
  ]);
  const blocks: StatementBlock[] = [
    { heading: null, statements: documents },
    { heading: "What its screens say", statements: screens },
    { heading: "What is checked automatically", statements: titles },
    { heading: "What can be set", statements: findNamedSettings(context, terms) },
  ];
  const told = blocks.filter(({ statements }) => statements.length > 0);
  const [first, ...rest] = told;
  return first && first.heading !== null ? [undocumented(first), ...rest] : told;
}

/** An answer begins with a sentence. */
function undocumented({ heading, statements }: StatementBlock): StatementBlock {
  return { heading: null, statements: [{ text: `No document tells this. ${heading}:`, evidence: [] }, ...statements] };
}

/** Sentences of the paragraph that is most about the question. */
async function quoteDocuments(context: AnswerContext, part: QuestionPart): Promise<Statement[]> {
  const retrieval = await retrieve(context, part, ["docs"]);
  const passages = retrieval.passages.filter(({ coverage }) => coverage >= leastCoverage);
  const { statements } = await proseBlock(context, part, { ...retrieval, passages }, 1);
  return statements.flatMap(({ text, evidence }) => {
    const sentences = evidence.length > 0 && !text.includes("```") ? simplifyText(text) : null;
    return sentences === null ? [] : [{ text: `${sentences.join(" ")} ${citationPlaceholder}`, evidence }];
  });
}

/** Labels and messages of the interface: of English ones, where there are such, else of all. */
async function findScreenTexts(context: AnswerContext, terms: readonly QuestionTerm[]): Promise<Statement[]> {
  const files = searchFiles(context, terms, ["data", "config", "source"]).filter(({ path }) => locales.test(path));
  const inEnglish = files.filter(({ path }) => english.test(path));
  const found: { text: string; matches: number; file: FileRef; line: number }[] = [];
  for (const file of inEnglish.length > 0 ? inEnglish : files) {
    for (const [at, line] of (await context.lines(file)).entries()) {
      const text = line.length > 2 * longestText ? "" : (labelled.exec(line)?.[2] ?? "").trim();
      if (text.length > longestText || !isLabel(text)) continue;
      const matches = countMatches(text, terms);
      if (matches >= enough(terms)) found.push({ text, matches, file, line: at + 1 });
    }
    await context.yieldToEventLoop();
  }
  const once = [...new Map(found.toReversed().map((one) => [one.text, one])).values()].toReversed();
  return once
    .toSorted((a, b) => b.matches - a.matches || a.text.length - b.text.length)
    .slice(0, maxScreenTexts)
    .map(({ text, file, line }) => ({ text: `- “${text}” ${citationPlaceholder}`, evidence: [linesOf(file, line)] }));
}

/** Words for people: no pattern, no address, no code. */
function isLabel(text: string): boolean {
  return /\p{L}{2}.*\s.*\p{L}{2}/u.test(text) && !/[`{}<>|\\[\]$]|https?:|\w_\w|[a-z][A-Z]|\(\)|=>/.test(text);
}

async function findCheckedTitles(context: AnswerContext, terms: readonly QuestionTerm[]): Promise<Statement[]> {
  const files = searchFiles(context, terms, ["test"]);
  const titles = await findTestTitles(context, { files, terms, limit: maxTitles * 2 });
  return titles
    .filter(({ title, matches }) => matches >= enough(terms) && isPlain(title))
    .slice(0, maxTitles)
    .map((one) => ({
      text: `- ${capitalized(one.title)} ${citationPlaceholder}`,
      evidence: [linesOf(one, one.line)],
    }));
}

function findNamedSettings(context: AnswerContext, terms: readonly QuestionTerm[]): Statement[] {
  const found = context.codebases.flatMap((codebase) =>
    codebase.index.settings().flatMap(({ name, comment, defaultValue, sites }) => {
      const [site] = sites;
      const says = comment === null ? null : simplifyText(cleanProse(comment), 1);
      const matches = countMatches(`${name} ${says?.join(" ") ?? ""}`, terms);
      if (!site || says === null || matches < Math.max(2, enough(terms))) return [];
      const value =
        defaultValue !== null && /^[\w .%-]{1,30}$/.test(defaultValue) ? ` (${defaultValue} unless changed)` : "";
      const text = `- “${capitalized(spokenName(name.replace(/^--?/, "")).trim())}” can be set${value}: ${says.join(" ")} ${citationPlaceholder}`;
      return [{ matches, statement: { text, evidence: [linesOf({ codebase, path: site.path }, site.line)] } }];
    }),
  );
  return found
    .toSorted((a, b) => b.matches - a.matches)
    .slice(0, maxSettings)
    .map(({ statement }) => statement);
}

function searchFiles(
  context: AnswerContext,
  terms: readonly QuestionTerm[],
  kinds: readonly ("data" | "config" | "source" | "test")[],
): FileRef[] {
  const query = terms.map(({ word }) => word).join(" ");
  return context.lookUp("search_code", query, () =>
    context.codebases.flatMap((codebase) =>
      codebase.index.search(query, { kinds, limit: readFiles }).map(({ path }) => ({ codebase, path })),
    ),
  );
}

/** One of two words is chance. */
function enough(terms: readonly QuestionTerm[]): number {
  return terms.length === 1 ? 1 : Math.max(2, Math.ceil(terms.length / 2));
}

function countMatches(text: string, terms: readonly QuestionTerm[]): number {
  const stems = new Set(stemsOf(text));
  return terms.filter((term) => stems.has(term.stem)).length;
}
