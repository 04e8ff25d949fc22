import type { FileFacts, FileKind, SymbolFact } from "#server/code-index/ports/facts.ts";
import type { AnswerContext, FileRef } from "#server/engine/answer-context/answer-context.ts";
import type { QuestionFocus } from "#server/engine/answer-context/answer-event.ts";
import type { QuestionPart, QuestionTerm } from "#server/engine/intent/interpret-question.ts";
import { interpretSubject } from "#server/engine/intent/interpret-subject.ts";
import { sameWords } from "#server/engine/intent/lay-words.ts";
import { nearestWord } from "#server/engine/intent/near-words.ts";
import { fitOf, isSameName, shapeOf } from "#server/engine/intent/question-shape.ts";
import { formsOf } from "#server/engine/intent/word-forms.ts";
import {
  isCodeWord,
  isPlainSpeech,
  isStopWord,
  isWeakWord,
  spelledOut,
  stem,
  stemsOf,
  synonymStems,
} from "#server/engine/intent/words.ts";

import { filesDeclaring, namesMentionedIn } from "./bridge-names.ts";
import { countWordFiles } from "./count-word-files.ts";
import { coverageByFile, fileKey, sharesTogether } from "./coverage-by-file.ts";
import { findFiles, type CandidateFile } from "./find-candidates.ts";
import { openJudge, type Judge, type LineHit, type PassageRange, type WeightedTerm } from "./judge-passages.ts";
import type { Passage, Retrieval } from "./passage.ts";
import { isTestSymbol } from "./relations.ts";
import { isUnlikelyPlace, priorOf, searchFirst, withFirst } from "./search-first.ts";

const maxSynonymProbes = 6;
const weakWeight = 0.3;
const synonymWeight = 0.6;
/** A word that the code does not use can only be matched by synonyms. */
const plainWeight = 0.85;

/** By answer: several parts of it look for the same. */
const retrieved = new WeakMap<AnswerContext, Map<string, Promise<Retrieval>>>();

/** Files found by the index, cut to passages and ranked again by what each passage itself says. */
export function retrieve(
  context: AnswerContext,
  requested: QuestionPart,
  kinds?: readonly FileKind[],
): Promise<Retrieval> {
  const known = retrieved.get(context) ?? new Map<string, Promise<Retrieval>>();
  retrieved.set(context, known);
  const { text, message, kind, names, terms } = requested;
  const key = JSON.stringify([text, message, kind, names, terms, kinds]);
  const found = known.get(key) ?? lookFor(context, requested, kinds);
  known.set(key, found);
  return found;
}

async function lookFor(
  context: AnswerContext,
  requested: QuestionPart,
  kinds?: readonly FileKind[],
): Promise<Retrieval> {
  const part = await withoutMistakes(context, requested);
  const query = [...part.names, ...part.terms.map(({ word }) => word)].join(" ") || part.text;
  const found = await context.lookUp("search_code", query, async () =>
    (
      await Promise.all(context.withContext.map((codebase) => findFiles(context, codebase, { query, part, kinds })))
    ).flat(),
  );
  const first = kinds ? [] : searchFirst(context, part.message ?? part.text, maxFirst);
  const files = withFirst(found, first);
  const terms = await weighTerms(context, part.terms);
  await Promise.all(files.map((file) => context.lines(file)));
  const judge = openJudge(terms);
  const passages: Passage[] = [];
  for (const file of files) {
    passages.push(...(await readPassages(context, file, judge, part)));
    await context.yieldToEventLoop();
  }
  const reported = namesMentionedIn(byScore(passages), terms);
  const known = new Set(files.map(fileKey));
  for (const location of await filesDeclaring(context, reported.keys())) {
    const kind = context.facts(location)?.kind;
    if (!kind || known.has(fileKey(location)) || (kinds && !kinds.includes(kind))) continue;
    known.add(fileKey(location));
    passages.push(...(await readPassages(context, { ...location, kind, relevance: mentionRelevance }, judge, part)));
  }
  const together = sharesTogether(passages);
  const inFile = coverageByFile(passages, together);
  for (const passage of passages) {
    const { content, fileKind } = passage;
    const own = content.type === "symbol" && fileKind === "source" ? reported.get(content.symbol.name) : undefined;
    // What a document says of a declaration counts for it.
    passage.coverage = Math.max(passage.coverage, mentionWeight * (own?.share ?? 0));
    passage.score += own ? mentionWeight * own.share * (passage.score + mentionScore * own.score) : 0;
    passage.score *= nearnessTo(context.focus, passage) * supportFrom(inFile.get(fileKey(passage)) ?? 0);
    passage.score *= priorOf(first, passage) * (isUnlikelyPlace(passage.path, part.text) ? unlikelyWorth : 1);
  }
  const ranked = byScore(passages.filter(({ score }) => score > 0));
  const isStrong = ({ word, relevance = 1, isPhrase = false }: QuestionTerm) =>
    !isWeakWord(word) && !/^\d+$/.test(word) && relevance === 1 && !isPhrase;
  const isSpoken = ({ word, stem: root, synonyms }: QuestionTerm) =>
    [word, ...sameWords(root), ...(isPlainSpeech(root) ? synonyms.map(spelledOut) : [])].some(
      (one) => countWordFiles(context.withContext, one).isInCode,
    );
  return {
    terms,
    passages: ranked,
    first: first.map((file) => ({ ...file, coverage: together.get(fileKey(file)) ?? null })),
    missing: terms.filter(
      ({ word, weight, isPhrase }) => weight === 0 && !isWeakWord(word) && !isStopWord(word) && !isPhrase,
    ),
    unspoken: terms.filter((term) => isStrong(term) && !isSpoken(term) && carries(part, term)),
  };
}

const maxFirst = 5;
/** Of what migrations, generated code, styles, translations and mocks say. */
const unlikelyWorth = 0.5;
/** Of a word that says how something is, or what it does in a word of people, the code need not say anything. */
function carries({ text }: QuestionPart, { word, asked = word, stem: root }: QuestionTerm): boolean {
  const { things } = interpretSubject(text);
  return things.length === 0 || isCodeWord(root) || things.some((thing) => thing.includes(asked));
}

const mentionRelevance = 0.5;
/** A declaration that a document about the question names is likely the subject. */
const mentionWeight = 0.8;
const mentionScore = 0.6;

function byScore(passages: readonly Passage[]): Passage[] {
  return passages.toSorted((one, other) => other.score - one.score);
}

/** The neighbours of a passage show what it is about. */
function supportFrom(coverage: number): number {
  return 0.6 + 0.6 * coverage;
}

/** Words that no code holds in a form that it does hold, or as they were most likely meant where they are mistyped. */
async function withoutMistakes(context: AnswerContext, part: QuestionPart): Promise<QuestionPart> {
  const indexes = context.codebases.map(({ index }) => index);
  const terms: QuestionTerm[] = [];
  for (const term of part.terms) {
    const isInCode = (word: string) => countWordFiles(context.codebases, word).isInCode;
    const meant = isInCode(term.word) ? null : (formsOf(term.word).find(isInCode) ?? nearestWord(term.word, indexes));
    const alike = meant === null ? [] : [...new Set([...term.synonyms, ...synonymStems(stem(meant))])];
    terms.push(meant === null ? term : { ...term, word: meant, stem: stem(meant), synonyms: alike, asked: term.word });
    await context.yieldToEventLoop();
  }
  return { ...part, terms };
}

/** A page's own sources come before the rest of its service, and that before the rest of the product. */
function nearnessTo(focus: QuestionFocus | null, { codebase, path }: FileRef): number {
  if (!focus) return 1;
  const { repositoryId } = codebase;
  if (focus.files.some((file) => file.path === path && file.repositoryId === repositoryId)) return 2;
  const { service } = focus;
  if (!service) return 1;
  const isInside = service.under === "" || path.startsWith(`${service.under}/`);
  return service.repositoryId === repositoryId && isInside ? 1.2 : 0.8;
}

/** Rare words weigh more; a word that no file holds weighs nothing. */
async function weighTerms(context: AnswerContext, terms: readonly QuestionTerm[]): Promise<WeightedTerm[]> {
  const total = context.withContext.reduce((sum, { index }) => sum + index.statistics().files, 0);
  const filesOf = (word: string) => countWordFiles(context.withContext, word).files;
  const weighed: WeightedTerm[] = [];
  for (const term of terms) {
    const own = filesOf(term.word);
    const isPlain = own === 0 || isPlainSpeech(term.stem);
    // People's words occur in the code by chance; the code's own words show how rare the subject is.
    let files = own;
    for (const root of isPlain ? term.synonyms.slice(0, maxSynonymProbes) : []) {
      files = Math.max(files, filesOf(spelledOut(root)));
      await context.yieldToEventLoop();
    }
    const importance = (isWeakWord(term.word) ? weakWeight : 1) * (term.relevance ?? 1);
    const weight = files === 0 ? 0 : importance * Math.log(1 + total / files);
    weighed.push({ ...term, weight, alikeWeight: isPlain ? plainWeight : synonymWeight });
    await context.yieldToEventLoop();
  }
  return weighed;
}

/** What judging one file's passages takes. */
interface PassageInput {
  context: AnswerContext;
  file: CandidateFile;
  facts: FileFacts;
  lines: readonly string[];
  hits: readonly LineHit[];
  judged: ReturnType<Judge["of"]>;
  part: QuestionPart;
}

async function readPassages(
  context: AnswerContext,
  file: CandidateFile,
  judge: Judge,
  part: QuestionPart,
): Promise<Passage[]> {
  const lines = await context.lines(file);
  const facts = context.facts(file);
  if (!facts || lines.length === 0) return [];
  const reading: PassageInput = {
    context,
    file,
    facts,
    lines,
    hits: judge.hitsIn(lines),
    judged: judge.of(file),
    part,
  };
  const { header } = facts;
  const opening = header
    ? [
        {
          ...locationOf(reading),
          content: { type: "header" as const },
          ...header,
          ...reading.judged({ ...blank, doc: header.text }),
        },
      ]
    : [];
  return [...symbolPassages(reading), ...prosePassages(reading), ...opening, ...barePassages(reading)];
}

function locationOf({ file, facts }: PassageInput) {
  return { codebase: file.codebase, path: file.path, fileKind: file.kind, language: facts.language };
}

function symbolPassages(reading: PassageInput): Passage[] {
  const { file, facts, lines, hits, judged, part } = reading;
  const shape = shapeOf(part);
  const parents = new Set(facts.symbols.map(({ parent }) => parent));
  return facts.symbols.map((symbol): Passage => {
    const own = ownLines(symbol, facts.symbols, lines.length);
    const isNamed = part.names.some((name) => isNameOf(name, symbol));
    const { focus, ...verdict } = judged({
      name: symbol.name,
      parent: symbol.parent ?? "",
      context: symbol.signature,
      doc: symbol.doc?.text ?? "",
      hits: hits.filter(({ line }) => own(line)),
      length: symbol.endLine - symbol.startLine + 1,
    });
    const body = lines.slice(symbol.startLine - 1, symbol.endLine);
    const hasMembers = parents.has(symbol.name);
    const score =
      (verdict.score + (isNamed ? 1 : 0)) *
      (isNamed ? 4 : 1) *
      (symbol.isExported ? 1.05 : 1) *
      (isTestSymbol(symbol) ? 0.4 : 1) *
      fitOf(shape, { symbol, path: file.path, body, terms: part.terms, hasMembers });
    const startLine = Math.min(symbol.doc?.startLine ?? symbol.startLine, symbol.startLine);
    const { endLine } = symbol;
    return {
      ...locationOf(reading),
      content: { type: "symbol", symbol },
      startLine,
      endLine,
      focus,
      ...verdict,
      score,
    };
  });
}

function prosePassages(reading: PassageInput): Passage[] {
  const { facts, judged, part } = reading;
  const requested = new Set(part.terms.map((term) => term.stem));
  const asksWhat = part.kind === "explain" && /^what(?:'s|’s| is| are)\b/i.test(part.text);
  return facts.sections.map((section): Passage => {
    const { startLine, endLine, heading, level } = section;
    const verdict = judged({ ...blank, name: heading, doc: section.text });
    const introduces = asksWhat && level <= 1 && verdict.coverage >= 0.99 && startLine < 40;
    const score = verdict.score * (introduces ? 2 : 1) * tightnessOf(heading, requested);
    return {
      ...locationOf(reading),
      content: { type: "prose", prose: section },
      startLine,
      endLine,
      ...verdict,
      score,
    };
  });
}

function barePassages(reading: PassageInput): Passage[] {
  const { file, facts, hits, judged } = reading;
  if (facts.symbols.length > 0 || facts.sections.length > 0 || file.kind !== "config") return [];
  return windowsOf(hits).map(({ hits: held, ...range }): Passage => {
    const verdict = judged({ ...blank, hits: held });
    return { ...locationOf(reading), content: { type: "lines" }, ...range, ...verdict };
  });
}

const blank = { name: "", parent: "", context: "", doc: "", hits: [], length: 0 };

const bareLines = 8;

/** Runs of lines that match the question in a file without declarations, each at most a few lines long. */
function windowsOf(hits: readonly LineHit[]): (PassageRange & { hits: LineHit[] })[] {
  const found: (PassageRange & { hits: LineHit[] })[] = [];
  for (const hit of hits) {
    const last = found.at(-1);
    if (last && hit.line - last.startLine < bareLines) {
      last.endLine = hit.line;
      last.hits.push(hit);
    } else found.push({ startLine: hit.line, endLine: hit.line, hits: [hit] });
  }
  return found;
}

/** A title with few other words is about the subject; one with more is about a part of it. */
function tightnessOf(title: string, requested: ReadonlySet<string>): number {
  const own = stemsOf(title);
  return own.length === 0 ? 1 : 0.85 + 0.3 * (own.filter((one) => requested.has(one)).length / own.length);
}

function isNameOf(name: string, symbol: SymbolFact): boolean {
  const last = name.split(/[.#]|::/).at(-1);
  return isSameName(last ?? name, symbol.name) || `${symbol.parent}.${symbol.name}` === name;
}

/** Whether a line belongs to a declaration and to none of the declarations inside it. */
function ownLines(symbol: SymbolFact, all: readonly SymbolFact[], count: number): (line: number) => boolean {
  const { startLine } = symbol;
  const endLine = Math.min(symbol.endLine, count);
  const inner = all.filter(
    (other) =>
      other !== symbol && other.startLine >= startLine && other.endLine <= endLine && other.startLine > startLine,
  );
  // What the comment says is judged as such.
  const isDoc = (line: number) => symbol.doc !== null && line >= symbol.doc.startLine && line <= symbol.doc.endLine;
  return (line) =>
    line >= startLine &&
    !isDoc(line) &&
    line <= endLine &&
    !inner.some((other) => line >= other.startLine && line <= other.endLine);
}
