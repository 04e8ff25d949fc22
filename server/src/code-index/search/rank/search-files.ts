import { isUnder } from "#server/code-index/analysis/structure/paths.ts";
import { termHashes } from "#server/code-index/analysis/terms/split-words.ts";
import type { MatchedRange, SearchHit, SearchOptions, SearchReason } from "#server/code-index/ports/code-index.ts";
import type { FileFacts, SymbolFact } from "#server/code-index/ports/facts.ts";
import type { CommitRecord } from "#server/git-source.ts";

import { parseQuery } from "./parse-query.ts";
import type { Query } from "./parse-query.ts";
import type { FileMeasures, Postings, TermPostings } from "./postings.ts";
import type { QuerySignals, RankedFile, RankingData } from "./rank-files.ts";
import { rankFiles } from "./rank-files.ts";

export interface SearchInput {
  query: string;
  options: SearchOptions;
  data: RankingData;
  facts(path: string): FileFacts | null;
  commits: readonly CommitRecord[];
}

const maxRanges = 3;
const maxSymbols = 5;
const maxEvidence = 5;
/** A test is named as a reason from this share of the best text score. */
const testEvidence = 0.4;
/** A further range must have at least this share of the best one's score. */
const rangeShare = 0.45;

/** The best files with their best passages, matching declarations and the reasons. */
export function searchFiles(input: SearchInput): SearchHit[] {
  const { options, data } = input;
  const query = parseQuery(input.query);
  const { ranked, evidence } = rankFiles(query, data);
  const limit = options.limit ?? 20;
  const hits: SearchHit[] = [];
  for (const candidate of ranked) {
    if (hits.length >= limit) break;
    const file = data.files[candidate.file];
    if (file === undefined || (options.under !== undefined && !isUnder(file.path, options.under.replace(/\/$/, ""))))
      continue;
    if (options.kinds !== undefined && !options.kinds.includes(file.kind)) continue;
    hits.push(toHit(input, { query, evidence, candidate }));
  }
  return hits;
}

interface RankingResult {
  query: Query;
  evidence: QuerySignals;
  candidate: RankedFile;
}

function toHit(input: SearchInput, found: RankingResult): SearchHit {
  const { data } = input;
  const { file: number, score } = found.candidate;
  const file = data.files[number];
  if (file === undefined) throw new RangeError(`There is no file number ${number}`);
  const symbols = matchingSymbols(input.facts(file.path)?.symbols ?? [], found.query);
  return {
    path: file.path,
    kind: file.kind,
    language: file.language,
    score,
    ranges: bestRanges(data.postings.measures, found.evidence.chunkScores, number),
    symbols,
    reasons: reasonsFor(input, found, symbols),
  };
}

function bestRanges(measures: FileMeasures, chunkScores: Float32Array, file: number): MatchedRange[] {
  const first = measures.firstChunks[file] ?? 0;
  const end = measures.firstChunks[file + 1] ?? 0;
  const ranges: MatchedRange[] = [];
  for (let chunk = first; chunk < end; chunk += 1) {
    const score = chunkScores[chunk] ?? 0;
    if (score <= 0) continue;
    const startLine = measures.chunkStartLines[chunk] ?? 1;
    const endLine =
      chunk + 1 < end ? (measures.chunkStartLines[chunk + 1] ?? 2) - 1 : (measures.fileLines[file] ?? startLine);
    ranges.push({ startLine, endLine: Math.max(startLine, endLine), score });
  }
  ranges.sort((a, b) => b.score - a.score || a.startLine - b.startLine);
  return ranges.filter(({ score }) => score >= rangeShare * (ranges[0]?.score ?? 0)).slice(0, maxRanges);
}

/** Declarations by how much of the query their names hold, long names costing a little. */
function matchingSymbols(symbols: readonly SymbolFact[], query: Query): SymbolFact[] {
  const weights = new Map(query.terms.map(({ hash, weight }) => [hash, weight]));
  const scored: { symbol: SymbolFact; score: number }[] = [];
  for (const symbol of symbols) {
    const hashes = termHashes(symbol.name);
    let score = 0;
    for (const hash of hashes) score += weights.get(hash) ?? 0;
    if (score > 0) scored.push({ symbol, score: score / Math.sqrt(hashes.length) + (symbol.isExported ? 0.1 : 0) });
  }
  return scored
    .sort((a, b) => b.score - a.score || a.symbol.startLine - b.symbol.startLine)
    .slice(0, maxSymbols)
    .map(({ symbol }) => symbol);
}

function reasonsFor(
  input: SearchInput,
  { query, evidence, candidate }: RankingResult,
  symbols: readonly SymbolFact[],
): SearchReason[] {
  const { data } = input;
  const { file } = candidate;
  const reasons: SearchReason[] = [];
  const add = (kind: SearchReason["kind"], evidence: string[]): void => {
    if (evidence.length > 0) reasons.push({ kind, evidence: [...new Set(evidence)].slice(0, maxEvidence) });
  };
  add("path", wordsIn(query, data.postings, data.postings.paths, file));
  add(
    "symbol",
    symbols.map(({ name }) => name),
  );
  add("text", wordsIn(query, data.postings, data.postings.files, file));
  const touching = evidence.commits.filter((commit) => isTouching(data, commit, file)).slice(0, 3);
  add(
    "history",
    touching.map((commit) => input.commits[commit]?.subject ?? ""),
  );
  add(
    "test",
    testsOf(data, file)
      .filter((test) => (evidence.signals.text[test] ?? 0) > testEvidence)
      .map((test) => data.files[test]?.path ?? ""),
  );
  return reasons;
}

function testsOf({ testPairs }: RankingData, source: number): number[] {
  const tests: number[] = [];
  for (let test = testPairs.indexOf(source); test !== -1; test = testPairs.indexOf(source, test + 1)) tests.push(test);
  return tests;
}

/** Words of the query that the file has in this field. */
function wordsIn(query: Query, postings: Postings, field: TermPostings, file: number): string[] {
  const words: string[] = [];
  for (const { hash, word } of query.terms) {
    const term = postings.table.find(hash);
    if (term >= 0 && holdsUnit(field, term, file)) words.push(word);
  }
  return words;
}

/** Units of a term ascend, so the file is found by halving. */
function holdsUnit({ starts, units }: TermPostings, term: number, unit: number): boolean {
  let low = starts[term] ?? 0;
  let high = (starts[term + 1] ?? 0) - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = units[middle] ?? 0;
    if (found === unit) return true;
    if (found < unit) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}

function isTouching({ history }: RankingData, commit: number, file: number): boolean {
  const end = history.fileStarts[commit + 1] ?? 0;
  for (let at = history.fileStarts[commit] ?? 0; at < end; at += 1) if (history.files[at] === file) return true;
  return false;
}
