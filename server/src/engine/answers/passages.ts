import type { SearchHit } from "../../code-index/code-index.ts";
import type { FileKind, ProseFact, SymbolFact } from "../../code-index/facts.ts";
import type { Codebase, QuestionFocus } from "./answer-event.ts";
import { fitOf, isSameName, shapeOf } from "./ask-shape.ts";
import type { Desk, FilePlace } from "./desk.ts";
import type { QuestionPart, QuestionTerm } from "./read-question.ts";
import { isTestSymbol } from "./relations.ts";
import { sideFolder } from "./side-folder.ts";
import { isWeakWord, stemsOf } from "./words.ts";

/** A declaration, a passage of prose or the opening comment of a file, judged against a question. */
export interface Passage extends FilePlace {
  fileKind: FileKind;
  language: string | null;
  content: { type: "symbol"; symbol: SymbolFact } | { type: "prose"; prose: ProseFact } | { type: "header" };
  startLine: number;
  endLine: number;
  score: number;
  /** Share of the question's words found here, weighted by how rare each is; 0 to 1. */
  coverage: number;
}

export interface Retrieval {
  /** Best first. */
  passages: Passage[];
  /** Terms of the question that occur in no file. */
  missing: QuestionTerm[];
}

interface WeightedTerm extends QuestionTerm {
  weight: number;
}

interface FoundFile extends FilePlace {
  kind: FileKind;
  /** 0 to 1 within its codebase's answer. */
  relevance: number;
}

const filesPerCodebase = 12;
/** Documents compete with many more source files, so some are always looked at. */
const documentsPerCodebase = 3;
const alikePerCodebase = 6;
/** A page may cite hundreds of files. */
const maxFocusFiles = 20;
const termProbe = 60;
const synonymWorth = 0.65;
/** "auth" for "authenticate": one begins with the other. */
const prefixWorth = 0.8;
const weakWorth = 0.3;
const minPrefix = 4;

/** Files found by the index, cut to passages and ranked again by what each passage itself says. */
export async function retrieve(desk: Desk, part: QuestionPart, kinds?: readonly FileKind[]): Promise<Retrieval> {
  const query = [...part.names, ...part.terms.map(({ word }) => word)].join(" ") || part.text;
  const files = desk.lookUp("search_code", query, () =>
    desk.withContext.flatMap((codebase) => findFiles(codebase, { query, part, kinds, focus: desk.focus })),
  );
  const terms = weighTerms(desk.withContext, part.terms);
  const passages = (await Promise.all(files.map((file) => readPassages(desk, file, terms, part)))).flat();
  for (const passage of passages) passage.score *= nearnessTo(desk.focus, passage);
  const ranked = passages.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
  return { passages: ranked, missing: terms.filter(({ word, weight }) => weight === 0 && !isWeakWord(word)) };
}

function findFiles(
  codebase: Codebase,
  wanted: {
    query: string;
    part: QuestionPart;
    kinds: readonly FileKind[] | undefined;
    focus: QuestionFocus | null;
  },
): FoundFile[] {
  const { query, part, kinds, focus } = wanted;
  const { index } = codebase;
  const found = new Map<string, FoundFile>();
  const add = (hits: readonly SearchHit[]) => {
    const top = hits[0]?.score || 1;
    for (const hit of hits) if (!found.has(hit.path)) found.set(hit.path, toFile(codebase, hit, hit.score / top));
  };
  add(index.search(query, { limit: filesPerCodebase, ...(kinds ? { kinds } : {}) }));
  const alike = part.terms.flatMap(({ synonyms }) => synonyms.slice(0, 3));
  if (alike.length > 0)
    add(index.search([query, ...alike].join(" "), { limit: alikePerCodebase, ...(kinds ? { kinds } : {}) }));
  if (!kinds) add(index.search(query, { limit: documentsPerCodebase, kinds: ["docs"] }));
  const isWanted = (kind: FileKind) => !kinds || kinds.includes(kind);
  for (const name of [...part.names, part.terms.map(({ word }) => word).join(" ")].filter(Boolean)) {
    for (const { path } of index.findSymbols(name, { limit: 8 })) {
      const kind = index.facts(path)?.kind ?? "source";
      if (!found.has(path) && isWanted(kind)) found.set(path, { codebase, path, kind, relevance: 0.5 });
    }
  }
  for (const { repositoryId, path } of focus?.files.slice(0, maxFocusFiles) ?? []) {
    const kind = repositoryId === codebase.repositoryId ? index.facts(path)?.kind : undefined;
    if (kind && !found.has(path) && isWanted(kind)) found.set(path, { codebase, path, kind, relevance: 0.5 });
  }
  return [...found.values()];
}

/** A page's own sources come before the rest of its service, and that before the rest of the product. */
function nearnessTo(focus: QuestionFocus | null, { codebase, path }: FilePlace): number {
  if (!focus) return 1;
  const { repositoryId } = codebase;
  if (focus.files.some((file) => file.path === path && file.repositoryId === repositoryId)) return 2;
  const { service } = focus;
  if (!service) return 1;
  const isInside = service.under === "" || path.startsWith(`${service.under}/`);
  return service.repositoryId === repositoryId && isInside ? 1.2 : 0.8;
}

function toFile(codebase: Codebase, hit: SearchHit, relevance: number): FoundFile {
  return { codebase, path: hit.path, kind: hit.kind, relevance };
}

/** Rare words weigh more; a word that no file holds weighs nothing. */
function weighTerms(codebases: readonly Codebase[], terms: readonly QuestionTerm[]): WeightedTerm[] {
  const total = codebases.reduce((sum, { index }) => sum + index.statistics().files, 0);
  const filesOf = (word: string) =>
    codebases.reduce((sum, { index }) => sum + filesWith(index.search(word, { limit: termProbe })), 0);
  return terms.map((term) => {
    const files = filesOf(term.word) || Math.max(0, ...term.synonyms.map(filesOf));
    const worth = isWeakWord(term.word) ? weakWorth : 1;
    return { ...term, weight: files === 0 ? 0 : worth * Math.log(1 + total / files) };
  });
}

/** Files whose own words match; what only a commit message says is not in the code. */
function filesWith(hits: readonly SearchHit[]): number {
  return hits.filter(({ reasons }) => reasons.some(({ kind }) => kind !== "history" && kind !== "test")).length;
}

async function readPassages(
  desk: Desk,
  file: FoundFile,
  terms: readonly WeightedTerm[],
  part: QuestionPart,
): Promise<Passage[]> {
  const facts = desk.facts(file);
  const lines = await desk.lines(file);
  if (!facts || lines.length === 0) return [];
  const at = { codebase: file.codebase, path: file.path, fileKind: file.kind, language: facts.language };
  const judge = createJudge(terms, file);
  const shape = shapeOf(part);
  const parents = new Set(facts.symbols.map(({ parent }) => parent));
  const asked = new Set(part.terms.map((term) => term.stem));
  const asksWhat = part.kind === "explain" && /^what(?:'s|’s| is| are)\b/i.test(part.text);
  const symbols = facts.symbols.map((symbol): Passage => {
    const body = ownLines(symbol, facts.symbols, lines);
    const isNamed = part.names.some((name) => isNameOf(name, symbol));
    const verdict = judge({
      name: symbol.name,
      parent: symbol.parent ?? "",
      context: symbol.signature,
      doc: symbol.doc?.text ?? "",
      body,
    });
    const score =
      (verdict.score + (isNamed ? 1 : 0)) *
      (isNamed ? 4 : 1) *
      (symbol.isExported ? 1.05 : 1) *
      (isTestSymbol(symbol) ? 0.4 : 1) *
      fitOf(shape, { symbol, path: file.path, body, terms: part.terms, hasMembers: parents.has(symbol.name) });
    const startLine = Math.min(symbol.doc?.startLine ?? symbol.startLine, symbol.startLine);
    return { ...at, content: { type: "symbol", symbol }, startLine, endLine: symbol.endLine, ...verdict, score };
  });
  const prose = facts.sections.map((section): Passage => {
    const verdict = judge({ name: section.heading, parent: "", context: "", doc: section.text, body: [] });
    const introduces = asksWhat && section.level <= 1 && verdict.coverage >= 0.99 && section.startLine < 40;
    return {
      ...at,
      content: { type: "prose", prose: section },
      startLine: section.startLine,
      endLine: section.endLine,
      ...verdict,
      score: verdict.score * (introduces ? 2 : 1) * tightnessOf(section.heading, asked),
    };
  });
  const header = facts.header
    ? [
        {
          ...at,
          content: { type: "header" as const },
          ...facts.header,
          ...judge({ name: "", parent: "", context: "", doc: facts.header.text, body: [] }),
        },
      ]
    : [];
  return [...symbols, ...prose, ...header];
}

/** A title that says little beside what was asked is about it; one that says more is about a part of it. */
function tightnessOf(title: string, asked: ReadonlySet<string>): number {
  const own = stemsOf(title);
  return own.length === 0 ? 1 : 0.85 + 0.3 * (own.filter((one) => asked.has(one)).length / own.length);
}

function isNameOf(name: string, symbol: SymbolFact): boolean {
  const last = name.split(/[.#]|::/).at(-1);
  return isSameName(last ?? name, symbol.name) || `${symbol.parent}.${symbol.name}` === name;
}

/** The lines of a declaration without those of the declarations inside it. */
function ownLines(symbol: SymbolFact, all: readonly SymbolFact[], lines: readonly string[]): string[] {
  const inner = all.filter(
    (other) => other !== symbol && other.startLine >= symbol.startLine && other.endLine <= symbol.endLine,
  );
  const isOwn = (line: number) => !inner.some(({ startLine, endLine }) => line >= startLine && line <= endLine);
  return lines.slice(symbol.startLine - 1, symbol.endLine).filter((_, at) => isOwn(symbol.startLine + at));
}

interface Fields {
  name: string;
  /** The declaration around this one. */
  parent: string;
  context: string;
  doc: string;
  body: readonly string[];
}

function createJudge(terms: readonly WeightedTerm[], file: FoundFile) {
  const path = weighPath(file.path);
  const total = terms.reduce((sum, { weight }) => sum + weight, 0) || 1;
  return (fields: Fields): { score: number; coverage: number } => {
    const counts = {
      name: countStems(fields.name),
      parent: countStems(fields.parent),
      context: countStems(fields.context),
      doc: countStems(fields.doc),
      body: countStems(fields.body.join("\n")),
    };
    let score = 0;
    let covered = 0;
    for (const term of terms) {
      const own = worth(term.stem, counts, path);
      const alike = own > 0 ? 0 : worthOfAlike(term, counts, path);
      score += term.weight * (own + alike);
      if (own > 0) covered += term.weight;
      else if (alike > 0) covered += term.weight * prefixWorth;
    }
    const coverage = covered / total;
    const length = 1 + 0.15 * Math.log2(Math.max(1, fields.body.length / 40));
    const isMain = file.kind === "source" || file.kind === "docs" || file.kind === "config";
    const isAside = !isMain || sideFolder.test(file.path);
    return {
      score: (score * (0.3 + 0.7 * coverage) * (0.6 + 0.4 * file.relevance) * (isAside ? 0.5 : 1)) / length,
      coverage,
    };
  };
}

function worth(root: string, counts: Record<keyof Fields, Map<string, number>>, path: Map<string, number>): number {
  const often = (count: number) => count / (count + 1.2);
  return (
    (counts.name.has(root) ? 2.5 : 0) +
    (counts.parent.has(root) ? 1.4 : 0) +
    (counts.context.has(root) ? 0.6 : 0) +
    1.8 * often(counts.doc.get(root) ?? 0) +
    1.4 * often(counts.body.get(root) ?? 0) +
    (path.get(root) ?? 0)
  );
}

/** A file's own name says more than its folders. */
function weighPath(path: string): Map<string, number> {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const weights = new Map(stemsOf(path).map((root) => [root, 0.5]));
  for (const root of stemsOf(name)) weights.set(root, 1.3);
  return weights;
}

/** What other words for the same are worth here. */
function worthOfAlike(
  term: QuestionTerm,
  counts: Record<keyof Fields, Map<string, number>>,
  path: Map<string, number>,
): number {
  const bySynonym = term.synonyms.map((root) => synonymWorth * worth(root, counts, path));
  const named = [...counts.name.keys(), ...path.keys()].filter((root) => isShortFor(root, term.stem));
  return Math.max(0, ...bySynonym, ...named.map((root) => prefixWorth * worth(root, counts, path)));
}

/** "auth" stands for "authenticate", but not "signal" for "sign". */
function isShortFor(found: string, asked: string): boolean {
  return found.length >= minPrefix && found !== asked && asked.startsWith(found);
}

function countStems(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const root of stemsOf(text)) counts.set(root, (counts.get(root) ?? 0) + 1);
  return counts;
}
