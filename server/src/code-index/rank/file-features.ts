import type { CommitPostings } from "./commit-postings.ts";
import { chunkWeight, fileWeight } from "./postings.ts";
import type { Postings, TermPostings } from "./postings.ts";
import type { Query } from "./read-query.ts";

/** Evidence for each file, one number a file and signal; each signal is scaled so that its best file has 1. */
export interface FileFeatures {
  text: Float32Array;
  bestChunk: Float32Array;
  moreChunks: Float32Array;
  /** How much of the query's weight the path covers. */
  pathCover: Float32Array;
  symbols: Float32Array;
  history: Float32Array;
  liveliness: Float32Array;
  /** BM25 of every chunk, unscaled. */
  chunkScores: Float32Array;
  /** Best commits, best first. */
  commits: number[];
  /** Highest unscaled text score; 0 when no word of the query is in the index. */
  topText: number;
}

const k1 = 1.2;
const chunkK1 = 1.6;
const bestCommits = 90;

/** Scores all files by all signals; time grows with the postings of the query's words, not with the files. */
export function fileFeatures(query: Query, postings: Postings, history: CommitPostings): FileFeatures {
  const files = postings.fileCount;
  const text = new Float32Array(files);
  const pathCover = new Float32Array(files);
  const symbols = new Float32Array(files);
  const chunkScores = new Float32Array(postings.chunkNorms.length);
  for (const { hash, weight } of query.terms) {
    const term = postings.table.find(hash);
    if (term < 0) continue;
    const idf = inverseFrequency(postings.files, term, files) * weight;
    addScores(postings.files, term, { idf, k1, weight: (place) => fileWeight(postings, place) }, text);
    const chunkIdf = inverseFrequency(postings.chunks, term, chunkScores.length) * weight;
    const weightInChunk = (place: number): number => chunkWeight(postings, place);
    addScores(postings.chunks, term, { idf: chunkIdf, k1: chunkK1, weight: weightInChunk }, chunkScores);
    addCover(postings.paths, term, idf, pathCover);
    addScores(
      postings.symbols,
      term,
      { idf, k1: 0.5, weight: (place) => postings.symbols.counts[place] ?? 0 },
      symbols,
    );
  }
  const chunks = bestChunks(postings, chunkScores);
  const commits = scoreCommits(query, history, files);
  const topText = highest(text);
  return {
    text: scaled(text),
    bestChunk: scaled(chunks.best),
    moreChunks: scaled(chunks.more),
    pathCover: scaled(pathCover),
    symbols: scaled(symbols),
    history: scaled(commits.votes),
    liveliness: history.liveliness,
    chunkScores,
    commits: commits.best,
    topText,
  };
}

function inverseFrequency({ starts }: TermPostings, term: number, units: number): number {
  const frequency = (starts[term + 1] ?? 0) - (starts[term] ?? 0);
  return Math.log(1 + (units - frequency + 0.5) / (frequency + 0.5));
}

function addScores(
  { starts, units }: TermPostings,
  term: number,
  { idf, k1: k, weight: weightAt }: { idf: number; k1: number; weight: (place: number) => number },
  scores: Float32Array,
): void {
  const end = starts[term + 1] ?? 0;
  for (let at = starts[term] ?? 0; at < end; at += 1) {
    const weight = weightAt(at);
    const unit = units[at] ?? 0;
    scores[unit] = (scores[unit] ?? 0) + (idf * weight * (k + 1)) / (k + weight);
  }
}

function addCover({ starts, units, counts }: TermPostings, term: number, idf: number, cover: Float32Array): void {
  const end = starts[term + 1] ?? 0;
  for (let at = starts[term] ?? 0; at < end; at += 1) {
    const file = units[at] ?? 0;
    // 2 stands for the file's own name, 1 for a folder.
    cover[file] = (cover[file] ?? 0) + (idf * (counts[at] ?? 0)) / 2;
  }
}

/** The best chunk of each file, and the sum of its second and third. */
function bestChunks(
  { measures: { firstChunks }, fileCount }: Postings,
  chunkScores: Float32Array,
): { best: Float32Array; more: Float32Array } {
  const best = new Float32Array(fileCount);
  const more = new Float32Array(fileCount);
  for (let file = 0; file < fileCount; file += 1) {
    let first = 0;
    let second = 0;
    let third = 0;
    const end = firstChunks[file + 1] ?? 0;
    for (let chunk = firstChunks[file] ?? 0; chunk < end; chunk += 1) {
      const score = chunkScores[chunk] ?? 0;
      if (score > first) [first, second, third] = [score, first, second];
      else if (score > second) [second, third] = [score, second];
      else if (score > third) third = score;
    }
    best[file] = first;
    more[file] = second + third;
  }
  return { best, more };
}

/** Similar commits of the past vote for the files they changed; newer ones and smaller ones count more. */
function scoreCommits(query: Query, history: CommitPostings, files: number): { votes: Float32Array; best: number[] } {
  const scores = new Float32Array(history.commitCount);
  const touched: number[] = [];
  for (const { hash, weight } of query.terms) {
    const term = history.table.find(hash);
    if (term < 0) continue;
    const start = history.starts[term] ?? 0;
    const end = history.starts[term + 1] ?? 0;
    const idf = Math.log(1 + (history.commitCount - (end - start) + 0.5) / (end - start + 0.5)) * weight;
    for (let at = start; at < end; at += 1) {
      const commit = history.commits[at] ?? 0;
      if (scores[commit] === 0) touched.push(commit);
      scores[commit] =
        (scores[commit] ?? 0) + idf / (0.4 + (0.6 * (history.lengths[commit] ?? 1)) / history.averageLength);
    }
  }
  for (const commit of touched) scores[commit] = (scores[commit] ?? 0) * (0.6 + 0.4 * 2 ** (-commit / 1500));
  const best = touched.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b).slice(0, bestCommits);
  const votes = new Float32Array(files);
  for (const commit of best) {
    const start = history.fileStarts[commit] ?? 0;
    const end = history.fileStarts[commit + 1] ?? 0;
    const vote = ((scores[commit] ?? 0) * (scores[commit] ?? 0)) / Math.sqrt(Math.max(1, end - start));
    for (let at = start; at < end; at += 1) {
      const file = history.files[at] ?? 0;
      votes[file] = (votes[file] ?? 0) + vote;
    }
  }
  for (let file = 0; file < files; file += 1) votes[file] = Math.sqrt(votes[file] ?? 0);
  return { votes, best };
}

function highest(values: Float32Array): number {
  let top = 0;
  for (const value of values) if (value > top) top = value;
  return top;
}

function scaled(values: Float32Array): Float32Array {
  const top = highest(values);
  if (top > 0) for (let at = 0; at < values.length; at += 1) values[at] = (values[at] ?? 0) / top;
  return values;
}
