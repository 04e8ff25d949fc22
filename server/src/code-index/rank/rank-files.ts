import type { IndexedFile } from "../code-index.ts";
import type { CommitPostings } from "./commit-postings.ts";
import { fileFeatures } from "./file-features.ts";
import type { FileFeatures } from "./file-features.ts";
import { kindFactor } from "./file-kinds.ts";
import type { Postings } from "./postings.ts";
import type { Query } from "./read-query.ts";

/** Everything ranking reads; files in the order of their numbers. */
export interface RankingData {
  files: readonly IndexedFile[];
  postings: Postings;
  history: CommitPostings;
  /** See `pairTests`. */
  testPairs: Int32Array;
}

export interface RankedFile {
  file: number;
  score: number;
}

/**
 * What each signal is worth. Learnt once on the history of public repositories in several languages by replaying
 * commits, and the same for every repository.
 */
const signalWeights = {
  text: 0.7,
  bestChunk: 0.8,
  moreChunks: 0.15,
  pathCover: 0.6,
  symbols: 0.4,
  history: 0.8,
  liveliness: 0.25,
  test: 0.25,
  writtenPath: 3,
};

/** Ranks all files for a query, best first; files without any evidence are left out. */
export function rankFiles(query: Query, data: RankingData): { ranked: RankedFile[]; features: FileFeatures } {
  const features = fileFeatures(query, data.postings, data.history);
  const { files, testPairs } = data;
  const scores = new Float32Array(files.length);
  for (let file = 0; file < files.length; file += 1) scores[file] = baseScore(features, file);
  const fromTests = new Float32Array(files.length);
  for (let file = 0; file < files.length; file += 1) {
    const source = testPairs[file] ?? -1;
    if (source >= 0) fromTests[source] = Math.max(fromTests[source] ?? 0, scores[file] ?? 0);
  }
  const ranked: RankedFile[] = [];
  for (const [file, { path, kind }] of files.entries()) {
    const evidence = (scores[file] ?? 0) + signalWeights.test * (fromTests[file] ?? 0);
    const written = query.paths.length === 0 ? 0 : writtenPath(query.paths, path.toLowerCase());
    if (evidence + written <= 0) continue;
    const lively = signalWeights.liveliness * (features.liveliness[file] ?? 0);
    const score = (evidence + lively) * kindFactor(path, kind, query.asksFor) + written * signalWeights.writtenPath;
    ranked.push({ file, score });
  }
  return { ranked: ranked.sort((a, b) => b.score - a.score || a.file - b.file), features };
}

function baseScore(features: FileFeatures, file: number): number {
  const w = signalWeights;
  return (
    w.text * (features.text[file] ?? 0) +
    w.bestChunk * (features.bestChunk[file] ?? 0) +
    w.moreChunks * (features.moreChunks[file] ?? 0) +
    w.pathCover * (features.pathCover[file] ?? 0) +
    w.symbols * (features.symbols[file] ?? 0) +
    w.history * (features.history[file] ?? 0)
  );
}

/** A path in the query that ends like this one: 1 for whole paths, less for a bare file name. */
function writtenPath(written: readonly string[], path: string): number {
  let best = 0;
  for (const candidate of written) {
    if (path === candidate || path.endsWith(`/${candidate}`))
      best = Math.max(best, candidate.includes("/") || path === candidate ? 1 : 0.4);
  }
  return best;
}
