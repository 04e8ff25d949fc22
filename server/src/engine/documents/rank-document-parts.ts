import type { AnswerContext, FileRef } from "#server/engine/answer-context/answer-context.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";
import { isChangelog, isDatedPage } from "#server/engine/retrieval/dated-pages.ts";
import { isBesideCode } from "#server/engine/retrieval/side-folder.ts";
import { tellsWhatIsNot } from "#server/engine/text/what-is-not.ts";

import type { DocumentPart } from "./document-part.ts";
import { readDocumentParts } from "./read-document-parts.ts";
import { sideDocuments } from "./side-documents.ts";
import { openWordMatch, takeApart, stemsIn, type WordsOfText, type WordMatch } from "./word-match.ts";

export interface RankedPart extends DocumentPart {
  /** The share of the question that it says with its headings, 0 to 1; other words for the same count less. */
  coverage: number;
  /** It is about what was asked, and does not only have some of its words. */
  isSure: boolean;
  /** It has some of what was asked, and may be about it. */
  isNear: boolean;
  score: number;
}

/** More documents are narrowed down by the search first. */
const maxDocuments = 160;
const maxRanked = 12;
/** Characters; documents behind these are not read. */
const maxRead = 1_000_000;
/** Not about what the product is or does. */
const besides =
  /(?:^|\/)(?:code[_-]of[_-]conduct|licen[sc]e|authors|maintainers|governance|pull_request_template)[^/]*$|(?:^|\/)issue_template/i;

const ranked = new WeakMap<AnswerContext, Map<string, Promise<RankedPart[]>>>();

/** The parts of documents that say most of a question, best first. */
export function rankDocumentParts(context: AnswerContext, part: QuestionPart): Promise<RankedPart[]> {
  const known = ranked.get(context) ?? new Map<string, Promise<RankedPart[]>>();
  ranked.set(context, known);
  const key = keyOf(part);
  const found = known.get(key) ?? rank(context, part);
  known.set(key, found);
  return found;
}

export interface OpenDocuments {
  parts: readonly DocumentPart[];
  match: WordMatch;
}

const opened = new WeakMap<AnswerContext, Map<string, Promise<OpenDocuments | null>>>();

/** All parts of the documents and what is asked of them; null where a question has no word of its own. */
export function openDocuments(context: AnswerContext, part: QuestionPart): Promise<OpenDocuments | null> {
  const known = opened.get(context) ?? new Map<string, Promise<OpenDocuments | null>>();
  opened.set(context, known);
  const key = keyOf(part);
  const found = known.get(key) ?? open(context, part);
  known.set(key, found);
  return found;
}

function keyOf(part: QuestionPart): string {
  return JSON.stringify([part.text, part.about, part.terms.map(({ word }) => word)]);
}

async function open(context: AnswerContext, part: QuestionPart): Promise<OpenDocuments | null> {
  const parts: DocumentPart[] = [];
  let read = 0;
  for (const file of documentsOf(context, part)) {
    if (read > maxRead) break;
    for (const one of await readDocumentParts(context, file)) {
      parts.push(one);
      read += one.text.length;
    }
    await context.yieldToEventLoop();
  }
  const match = openWordMatch(part, sectionsOf(parts));
  return match === null ? null : { parts, match };
}

async function rank(context: AnswerContext, part: QuestionPart): Promise<RankedPart[]> {
  const documents = await openDocuments(context, part);
  if (documents === null) return [];
  const { parts, match } = documents;
  const judged: RankedPart[] = [];
  for (const [at, one] of parts.entries()) {
    judged.push(judge(one, match, takeApart(textBeside(parts, at), worths.beside)));
    await context.yieldToEventLoop();
  }
  return judged
    .filter(({ coverage }) => coverage > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, maxRanked);
}

/** Documents of the product itself; of many those that the search ranks first. */
function documentsOf(context: AnswerContext, part: QuestionPart): FileRef[] {
  return context.withContext.flatMap((codebase) => {
    const { index } = codebase;
    const isWanted = (path: string) => !besides.test(path) && !isBesideCode(path) && isDocument(path);
    const files = index.files();
    const side = sideDocuments(files.map(({ path }) => path));
    const all = files.flatMap(({ path, kind }) => (kind === "docs" && !side.has(path) && isWanted(path) ? [path] : []));
    const query = part.terms.map(({ word }) => word).join(" ");
    const chosen =
      all.length <= maxDocuments
        ? all
        : index
            .search(query, { kinds: ["docs"], limit: maxDocuments })
            .map(({ path }) => path)
            .filter((path) => isWanted(path) && !side.has(path));
    return chosen.map((path) => ({ codebase, path }));
  });
}

/** Texts that are no documents may be anything, such as lists of words and prompts for a model. */
function isDocument(path: string): boolean {
  return (
    !/\.txt$/i.test(path) || /(?:^|\/)(?:docs?|documentation)\/|(?:^|\/)(?:readme|install|usage)\b[^/]*$/i.test(path)
  );
}

/** The stems of each section, by which it is judged how common a word is. */
function sectionsOf(parts: readonly DocumentPart[]): ReadonlySet<string>[] {
  const sections = new Map<string, Set<string>>();
  for (const part of parts) {
    const { codebase, path, headings } = part;
    const key = JSON.stringify([codebase.repositoryId, path, headings]);
    const stems = sections.get(key) ?? new Set(stemsIn(headings.join(" ")));
    for (const one of wholeText(part).stems) stems.add(one);
    sections.set(key, stems);
  }
  return [...sections.values()];
}

const worths = { text: 1, heading: 0.9, beside: 0.6, title: 0.7, path: 0.6 };
const ownShare = 0.2;
const ownWordsShare = 0.2;
const datedWorth = 0.75;
const longText = 900;

/** A part is judged for every question; what was taken apart goes with it. */
const taken = new WeakMap<DocumentPart, WordsOfText>();

function wholeText(part: DocumentPart): WordsOfText {
  const known = taken.get(part) ?? takeApart(part.text, worths.text);
  taken.set(part, known);
  return known;
}

/** What stands before and behind a part under the same title. */
function textBeside(parts: readonly DocumentPart[], at: number): string {
  const one = parts[at];
  return [parts[at - 1], parts[at + 1]]
    .filter((other) => other?.path === one?.path && other?.headings.at(-1) === one?.headings.at(-1))
    .map((other) => (other?.text ?? "").slice(0, longText))
    .join("\n");
}

/** Of a long list each item says its own, behind the sentence that announces it; more items are not told apart. */
function textsOf(part: DocumentPart): { own: WordsOfText[]; announced: WordsOfText[] } {
  const { paragraphs } = part;
  const items = paragraphs.flatMap(({ kind, blocks }) => (kind === "list" ? blocks.map((block) => block.text) : []));
  if (items.length <= shortList) return { own: [wholeText(part)], announced: [] };
  const before = paragraphs
    .filter(({ kind }) => kind === "paragraph")
    .flatMap(({ blocks }) => blocks.map((one) => one.text));
  return {
    own: items.slice(0, maxItems).map((item) => takeApart(item, worths.text)),
    announced: [takeApart(before.join("\n"), worths.text)],
  };
}

const shortList = 4;
const maxItems = 100;

function judge(one: DocumentPart, match: WordMatch, beside: WordsOfText): RankedPart {
  const heading = one.headings.at(-1) ?? "";
  const name = one.path.slice(one.path.lastIndexOf("/") + 1).replace(/\.\w+$/, "");
  const around = [
    takeApart(heading, worths.heading),
    takeApart(one.headings.slice(0, -1).join(". "), worths.title),
    beside,
    takeApart(name, worths.path),
  ];
  const { own: texts, announced } = textsOf(one);
  const [best] = texts
    .map((text) => ({ text, ...match.of([text, ...announced, ...around]) }))
    .toSorted((a, b) => b.coverage - a.coverage);
  const { coverage, ownWords, saysRarest, said } = best ?? match.of(around);
  const own = best ? match.of([best.text, ...announced]).coverage : 0;
  const length = one.text.length > longText ? 0.9 : 1;
  const dated = isDatedPage(one.path) ? datedWorth : 1;
  const score =
    (coverage * (1 - ownShare - ownWordsShare) + own * ownShare + ownWords * ownWordsShare + match.fitOf(one)) *
    length *
    dated *
    (saysRarest ? 1 : commonWorth);
  const isSaid =
    saysRarest && said >= Math.min(match.strong, Math.max(fewestSaid, Math.ceil(match.strong * mostWords)));
  // A question of one word is about what bears that word as its title.
  const isAbout = isSaid && own >= ownCoverage && (match.strong > 1 || match.isTitleOf(heading));
  const isNear = isSaid && coverage >= nearCoverage;
  const isOther = isChangelog(one.path) || one.headings.some(saysWhatIsNot);
  // "How long" is surely answered by a time alone; what has all other words may still say it in a way that is not known here.
  const lacksAmount = match.wantsAmount !== null && !saysAmount(one, match);
  const isOwn = match.strong < longQuestion || ownWords >= fewestOwn;
  return {
    ...one,
    coverage,
    isSure: isAbout && coverage >= sureCoverage && isOwn && !isOther && !lacksAmount,
    isNear: isNear && !isOther,
    score,
  };
}

const spelledNumbers =
  "two|three|four|five|six|seven|eight|nine|ten|twelve|fourteen|twenty|thirty|sixty|ninety|hundred|thousand|twice|half an?";
const ever = "never|forever|indefinitely|unlimited|any number|no limits?|as many|daily|hourly|weekly|monthly|nightly";
const someNumber = new RegExp(
  String.raw`(?<![\w.])\d[\d,.]*(?:\s?(?:[kmg]b|[smhd]|ms|%))?(?!\w)|\b(?:${spelledNumbers}|${ever})\b`,
  "i",
);
const someTime = new RegExp(
  String.raw`(?:\d|\b(?:an?|one|${spelledNumbers})\b)[ -]?(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|[smhd]\b)|\b(?:${ever}|until|expires?|fortnights?|decades?|overnight)\b`,
  "i",
);

/** A time, or a number in a sentence that says more of the question than one word. */
export function saysAmount({ text, row }: DocumentPart, match: WordMatch): boolean {
  if (row.length > 0) return true;
  const [amount, least] = match.wantsAmount === "time" ? [someTime, 1] : [someNumber, Math.min(2, match.strong)];
  return text
    .slice(0, longText)
    .split(/(?<=[.!?])\s|\n/)
    .some((one) => amount.test(one) && match.of([takeApart(one, worths.text)]).said >= least);
}

/** Whether a title stands above what is only planned or is not there, or above names of people. */
export function saysWhatIsNot(title: string): boolean {
  return tellsWhatIsNot(title) || ofPeople.test(title);
}

/** Who helped and who paid. */
const ofPeople =
  /\b(?:thanks|thank you|contributors|sponsors?|sponsorship|backers|supporters|donat\w*|credits|acknowledg\w*|licen[cs]e)\b/i;

const commonWorth = 0.7;
const fewestSaid = 2;
/** Of a longer question so many of its words. */
const mostWords = 0.6;
/** What its titles say alone is not yet said by a part. */
const ownCoverage = 0.2;
const sureCoverage = 0.6;
/** Of a longer question some is said in its own words: other words for each of many say anything. */
const longQuestion = 4;
const fewestOwn = 0.25;
const nearCoverage = 0.52;
