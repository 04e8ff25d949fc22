import type { MatchedRange, SearchHit } from "../../code-index/code-index.ts";
import type { SymbolFact } from "../../code-index/facts.ts";
import type { IndexedRepository } from "./open-codebases.ts";

/** A file that was found, with the lines to show of it. */
export interface FoundFile {
  repository: IndexedRepository;
  path: string;
  /** 0 to 1, the best file of each repository being 1. */
  score: number;
  /** Best first; never empty. */
  passages: FoundPassage[];
}

interface FoundPassage {
  startLine: number;
  endLine: number;
  /** The best matching declaration of these lines; null where text matched outside any. */
  symbol: SymbolFact | null;
}

/** Lines shown of a file that was found by its name alone. */
const openingLines = 10;

/** Where to search: a repository, or a folder of it. */
export interface SearchArea {
  repository: IndexedRepository;
  /** Without slashes at its ends; null for the whole repository. */
  under: string | null;
}

/** Files ranked over several repositories. Scores of two indexes do not compare, so each is measured by its best hit. */
export function findFiles(areas: readonly SearchArea[], query: string, limit: number): FoundFile[] {
  const found = areas.flatMap(({ repository, under }) => {
    const hits = repository.index.search(query, { limit, ...(under === null ? {} : { under }) });
    const top = hits[0]?.score || 1;
    return hits.map((hit) => toFoundFile(repository, hit, hit.score / top, query));
  });
  return found.sort((a, b) => b.score - a.score).slice(0, limit);
}

function toFoundFile(repository: IndexedRepository, hit: SearchHit, score: number, query: string): FoundFile {
  const facts = repository.index.facts(hit.path);
  const lines = facts?.lines ?? 0;
  const named = hit.symbols.find(({ name }) => name.toLowerCase() === query.trim().toLowerCase());
  const passages = hit.ranges.map((range) => toPassage(range, hit.symbols));
  if (named) passages.unshift({ startLine: named.startLine, endLine: named.endLine, symbol: named });
  if (passages.length === 0) passages.push(...hit.symbols.slice(0, 1).map((symbol) => toPassage(symbol, [symbol])));
  if (passages.length === 0) {
    passages.push({ startLine: 1, endLine: Math.max(1, Math.min(openingLines, lines)), symbol: null });
  }
  return { repository, path: hit.path, score, passages };
}

function toPassage(range: Pick<MatchedRange, "startLine" | "endLine">, symbols: readonly SymbolFact[]): FoundPassage {
  const { startLine, endLine } = range;
  const symbol = symbols.find((one) => one.startLine <= endLine && one.endLine >= startLine) ?? null;
  return { startLine, endLine, symbol };
}
