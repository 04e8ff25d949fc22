import type { IndexedFile } from "#server/code-index/ports/code-index.ts";

import type { CommitPostings } from "./commit-postings.ts";
import type { FileDescriptions } from "./describe-files.ts";
import { orderByScore } from "./order-by-score.ts";
import type { Query } from "./parse-query.ts";
import type { Postings } from "./postings.ts";
import { scoreHistory } from "./score-history.ts";
import { scoreNeighbours } from "./score-neighbours.ts";
import type { NeighbourSignals } from "./score-neighbours.ts";
import { scoreWords } from "./score-words.ts";
import { signalWeights, weighMaterials } from "./signal-weights.ts";
import type { FileSignals, SignalName } from "./signal-weights.ts";

/** Everything ranking reads; files in the order of their numbers. */
export interface RankingData {
  files: readonly IndexedFile[];
  postings: Postings;
  history: CommitPostings;
  /** See `pairTests`. */
  testPairs: Int32Array;
  descriptions: FileDescriptions;
}

export interface RankedFile {
  file: number;
  score: number;
}

/** What is known of all files for one query. */
export interface QuerySignals {
  signals: FileSignals;
  /** BM25 of every chunk, unscaled. */
  chunkScores: Float32Array;
  /** The commits that match the query best, best first. */
  commits: number[];
}

type DirectSignals = Omit<FileSignals, keyof NeighbourSignals>;

/** Ranks all files for a query, best first; files without any evidence of their own are left out. */
export function rankFiles(query: Query, data: RankingData): { ranked: RankedFile[]; evidence: QuerySignals } {
  const { files, postings, history, descriptions } = data;
  const words = scoreWords(query, postings);
  const commits = scoreHistory(query, history, files.length);
  const direct: DirectSignals = {
    ...words.signals,
    ...commits.signals,
    test: testSignal(words.signals, data),
    written: writtenSignal(query, files),
    size: descriptions.sizes,
  };
  const weights = weighMaterials(query.asksFor);
  const sums = Float64Array.from(descriptions.materials, (material) => weights[material]);
  addWeighed(direct, sums);
  const candidates = candidatesOf(direct);
  const scores = new Float64Array(files.length);
  fillScores(candidates, sums, scores);
  const neighbours = scoreNeighbours({ candidates, scores, votes: direct.votes }, data);
  addWeighed(neighbours, sums);
  fillScores(candidates, sums, scores);
  return {
    ranked: orderByScore(candidates, scores).map((file) => ({ file, score: scores[file] ?? 0 })),
    evidence: { signals: { ...direct, ...neighbours }, chunkScores: words.chunkScores, commits: commits.best },
  };
}

/** Files with any signal about the file itself. */
function candidatesOf({ presence, votes, messages, ticket, test, written }: DirectSignals): number[] {
  const candidates: number[] = [];
  const evidence = [presence, votes, messages, ticket, test, written];
  for (let file = 0; file < presence.length; file += 1)
    if (evidence.some((signal) => (signal[file] ?? 0) > 0)) candidates.push(file);
  return candidates;
}

function addWeighed(signals: Partial<FileSignals>, sums: Float64Array): void {
  for (const [name, values] of Object.entries(signals) as [SignalName, Float32Array][]) {
    const weight = signalWeights[name];
    for (let file = 0; file < sums.length; file += 1) sums[file] = (sums[file] ?? 0) + weight * (values[file] ?? 0);
  }
}

/** Demoted scores stay above zero, because shares of the best score are computed from them. */
function fillScores(candidates: readonly number[], sums: Float64Array, scores: Float64Array): void {
  for (const file of candidates) {
    const sum = sums[file] ?? 0;
    scores[file] = sum > 1 ? sum : Math.exp(sum - 1);
  }
}

/** A source file is as good as its test, by the test's words. */
function testSignal(
  { text, bestChunk }: Pick<FileSignals, "text" | "bestChunk">,
  { testPairs }: RankingData,
): Float32Array {
  const signal = new Float32Array(testPairs.length);
  for (const [test, source] of testPairs.entries())
    if (source >= 0) signal[source] = Math.max(signal[source] ?? 0, ((text[test] ?? 0) + (bestChunk[test] ?? 0)) / 2);
  return signal;
}

function writtenSignal({ paths }: Query, files: readonly IndexedFile[]): Float32Array {
  const signal = new Float32Array(files.length);
  if (paths.length > 0)
    for (const [file, { path }] of files.entries()) signal[file] = writtenShare(paths, path.toLowerCase());
  return signal;
}

/** A path in the query that ends like this one: 1 for whole paths, less for a bare file name. */
function writtenShare(written: readonly string[], path: string): number {
  let best = 0;
  for (const candidate of written) {
    if (path === candidate || path.endsWith(`/${candidate}`))
      best = Math.max(best, candidate.includes("/") || path === candidate ? 1 : 0.4);
  }
  return best;
}
