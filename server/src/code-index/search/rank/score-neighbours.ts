import { eachWord, termHashes } from "#server/code-index/analysis/terms/split-words.ts";

import type { CommitPostings } from "./commit-postings.ts";
import type { FileDescriptions } from "./describe-files.ts";
import { inverseFrequency } from "./postings.ts";
import type { Postings } from "./postings.ts";
import { scaled } from "./scaled.ts";

/** What the company a file keeps says for it. */
export interface NeighbourSignals {
  /** The path has words in common with the paths of files that are probably meant; the best file has 1. */
  alike: Float32Array;
  /** Changed in the same commits as files that similar commits changed; the best file has 1. */
  together: Float32Array;
  /** Mean share of the best files in the same folder. */
  folder: Float32Array;
}

/** Files with their scores so far. */
interface Scored {
  candidates: readonly number[];
  scores: Float64Array;
}

interface Likely {
  file: number;
  /** 1 for the best. */
  share: number;
}

const likelyFiles = 10;
const votedFiles = 10;
const leastVotes = 0.3;
const partners = { files: 8, commits: 80, mostFiles: 15 };
const bestInFolder = 4;

/** Looks around the files that came first so far, and around those that similar commits changed. */
export function scoreNeighbours(
  found: Scored & { votes: Float32Array },
  data: {
    files: readonly { path: string }[];
    postings: Postings;
    history: CommitPostings;
    descriptions: FileDescriptions;
  },
): NeighbourSignals {
  const files = data.files.length;
  const best = bestFiles(found);
  const voted: Likely[] = [];
  for (const [file, share] of found.votes.entries()) if (share > leastVotes) voted.push({ file, share });
  voted.sort((a, b) => b.share - a.share);
  const likely = [...best, ...voted.slice(0, votedFiles)];
  return {
    alike: scoreAlike(likely, data),
    together: scoreTogether(voted.slice(0, partners.files), data.history, files),
    folder: scoreFolders(found, best[0]?.score ?? 1, data.descriptions.folders),
  };
}

/** The files that came first so far, by one pass over all. */
function bestFiles({ candidates, scores }: Scored): (Likely & { score: number })[] {
  const best: { file: number; score: number }[] = [];
  for (const file of candidates) {
    const score = scores[file] ?? 0;
    if (best.length === likelyFiles && score <= (best.at(-1)?.score ?? 0)) continue;
    const position = best.findIndex((other) => other.score < score);
    best.splice(position === -1 ? best.length : position, 0, { file, score });
    best.length = Math.min(best.length, likelyFiles);
  }
  const top = best[0]?.score ?? 1;
  return best.map(({ file, score }) => ({ file, score, share: score / top }));
}

function scoreAlike(
  likely: readonly Likely[],
  { files, postings }: { files: readonly { path: string }[]; postings: Postings },
): Float32Array {
  const weights = new Map<number, number>();
  for (const { file, share } of likely) {
    const terms = pathTerms(files[file]?.path ?? "", postings);
    for (const term of terms) weights.set(term, (weights.get(term) ?? 0) + share ** 2 / terms.length);
  }
  const { starts, units } = postings.paths;
  const alike = new Float32Array(files.length);
  for (const [term, weight] of weights) {
    const gain = weight * inverseFrequency(postings.paths, term, files.length);
    const end = starts[term + 1] ?? 0;
    for (let at = starts[term] ?? 0; at < end; at += 1) {
      const file = units[at] ?? 0;
      alike[file] = (alike[file] ?? 0) + gain;
    }
  }
  for (let file = 0; file < alike.length; file += 1)
    alike[file] = (alike[file] ?? 0) / Math.sqrt(1 + (postings.pathLengths[file] ?? 0));
  return scaled(alike);
}

/** Without the extension, as the index counts them. */
function pathTerms(path: string, { table }: Postings): number[] {
  const dot = path.indexOf(".", path.lastIndexOf("/") + 2);
  const terms = new Set<number>();
  eachWord(path, 0, dot === -1 ? path.length : dot, (word) => {
    for (const hash of termHashes(word)) terms.add(table.find(hash));
  });
  return [...terms];
}

function scoreTogether(voted: readonly Likely[], history: CommitPostings, files: number): Float32Array {
  const together = new Float32Array(files);
  const { commitStarts, commitsOf, fileStarts } = history;
  for (const { file, share } of voted) {
    const start = commitStarts[file] ?? 0;
    const end = Math.min(commitStarts[file + 1] ?? 0, start + partners.commits);
    for (let at = start; at < end; at += 1) {
      const commit = commitsOf[at] ?? 0;
      const [first, last] = [fileStarts[commit] ?? 0, fileStarts[commit + 1] ?? 0];
      if (last - first < 2 || last - first > partners.mostFiles) continue;
      for (let position = first; position < last; position += 1) {
        const other = history.files[position] ?? 0;
        if (other !== file) together[other] = (together[other] ?? 0) + share / (last - first - 1) / (end - start + 3);
      }
    }
  }
  return scaled(together);
}

function scoreFolders({ candidates, scores }: Scored, top: number, folders: Int32Array): Float32Array {
  // A row of the best so far for each folder, best first; there are no more folders than files.
  const rows = new Float64Array(folders.length * bestInFolder);
  for (const file of candidates) {
    let score = scores[file] ?? 0;
    const row = (folders[file] ?? 0) * bestInFolder;
    for (let at = row; at < row + bestInFolder; at += 1) {
      const other = rows[at] ?? 0;
      if (score <= other) continue;
      rows[at] = score;
      score = other;
    }
  }
  return Float32Array.from(folders, (folder) => {
    let sum = 0;
    for (let at = folder * bestInFolder; at < (folder + 1) * bestInFolder; at += 1) sum += rows[at] ?? 0;
    return sum / top / bestInFolder;
  });
}
