import type { MatchedRange, SearchHit } from "#server/code-index/ports/code-index.ts";
import type { SymbolFact } from "#server/code-index/ports/facts.ts";
import type { Ctx } from "#server/ctx.ts";
import type { IndexedRepository } from "#server/domain/repositories/catalog/indexed-repository.ts";

import { prepareIndexes } from "./open-codebases.ts";
import type { SearchArea } from "./search-areas.ts";

/** A file that was found, with the lines to show of it. */
export interface FileWithPassages {
  repository: IndexedRepository;
  path: string;
  /** 0 to 1, the best file of each repository being 1. */
  score: number;
  /** Best first; never empty. */
  passages: PassageMatch[];
}

interface PassageMatch {
  startLine: number;
  endLine: number;
  /** The best matching declaration of these lines; null where text matched outside any. */
  symbol: SymbolFact | null;
}

/** Lines shown of a file that was found by its name alone. */
const openingLines = 10;

/**
 * Files ranked over several repositories. Scores of two indexes are not comparable, so each is measured by its best
 * hit, and that by how many words of the query it matches.
 */
export async function findFiles(
  ctx: Ctx,
  areas: readonly SearchArea[],
  query: string,
  limit: number,
): Promise<FileWithPassages[]> {
  await prepareIndexes(
    ctx,
    areas.map(({ repository }) => repository),
  );
  const answers = areas.map(({ repository, under }) => {
    const hits = repository.index.search(query, { limit, ...(under === null ? {} : { under }) });
    return { repository, hits, metWords: hits[0] ? countMetWords(hits[0]) : 0 };
  });
  const mostWords = Math.max(1, ...answers.map(({ metWords }) => metWords));
  const found = answers.flatMap(({ repository, hits, metWords }) => {
    const top = hits[0]?.score || 1;
    const weight = metWords / mostWords;
    return hits.map((hit) => toFoundFile(repository, hit, (weight * hit.score) / top, query));
  });
  return found.sort((a, b) => b.score - a.score).slice(0, limit);
}

function countMetWords({ reasons }: SearchHit): number {
  const matched = reasons.filter(({ kind }) => kind === "path" || kind === "symbol" || kind === "text");
  // Matches by history or tests alone.
  return new Set(matched.flatMap(({ evidence }) => evidence)).size || 1;
}

function toFoundFile(repository: IndexedRepository, hit: SearchHit, score: number, query: string): FileWithPassages {
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

function toPassage(range: Pick<MatchedRange, "startLine" | "endLine">, symbols: readonly SymbolFact[]): PassageMatch {
  const { startLine, endLine } = range;
  const symbol = symbols.find((one) => one.startLine <= endLine && one.endLine >= startLine) ?? null;
  return { startLine, endLine, symbol };
}
