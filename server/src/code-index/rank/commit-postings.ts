import type { CommitRecord } from "../git-source.ts";
import { eachWord, termHashes } from "../terms/split-words.ts";
import { GrowingNumbers } from "./growing-numbers.ts";
import { TermTable } from "./term-table.ts";

/** Commit messages as documents that vote for the files they changed. Commit 0 is the newest. */
export interface CommitPostings {
  table: TermTable;
  starts: Uint32Array;
  commits: Uint32Array;
  commitCount: number;
  /** Distinct terms by commit. */
  lengths: Uint16Array;
  averageLength: number;
  /** `fileStarts[commit]` to `fileStarts[commit + 1]` are its places in `files`. */
  fileStarts: Uint32Array;
  files: Uint32Array;
  /** How often and how lately each file changed, 0 to 1. */
  liveliness: Float32Array;
}

/** A commit over this many files says little of any one of them. */
const maxVotes = 40;
const halfLifeCommits = 400;

/** Builds the history index; commits newest first, `fileNumbers` by path of the current files. */
export function buildCommitPostings(
  commits: readonly CommitRecord[],
  fileNumbers: ReadonlyMap<string, number>,
): CommitPostings {
  const table = new TermTable();
  const rowTerms = new GrowingNumbers((capacity) => new Uint32Array(capacity));
  const rowCommits = new GrowingNumbers((capacity) => new Uint32Array(capacity));
  const files = new GrowingNumbers((capacity) => new Uint32Array(capacity));
  const lengths = new Uint16Array(commits.length);
  const fileStarts = new Uint32Array(commits.length + 1);
  const liveliness = new Float32Array(fileNumbers.size);
  let total = 0;
  for (const [commit, { subject, body, paths }] of commits.entries()) {
    fileStarts[commit] = files.length;
    const known = paths.flatMap((path) => fileNumbers.get(path) ?? []);
    if (paths.length > maxVotes || known.length === 0) continue;
    for (const file of known) {
      files.push(file);
      liveliness[file] = (liveliness[file] ?? 0) + 2 ** (-commit / halfLifeCommits) / Math.sqrt(paths.length);
    }
    const terms = messageTerms(`${subject}\n${body}`, table);
    lengths[commit] = Math.min(terms.size, 65_535);
    total += terms.size;
    for (const term of terms) {
      rowTerms.push(term);
      rowCommits.push(commit);
    }
  }
  fileStarts[commits.length] = files.length;
  const most = liveliness.reduce((highest, value) => Math.max(highest, value), 0) || 1;
  for (let file = 0; file < liveliness.length; file += 1)
    liveliness[file] = Math.log1p((liveliness[file] ?? 0) * 10) / Math.log1p(most * 10);
  const grouped = groupByTerm(table.size, rowTerms.finish(), rowCommits.finish());
  return {
    table,
    ...grouped,
    commitCount: commits.length,
    lengths,
    averageLength: Math.max(1, total / Math.max(1, commits.length)),
    fileStarts,
    files: files.finish(),
    liveliness,
  };
}

function messageTerms(message: string, table: TermTable): Set<number> {
  const terms = new Set<number>();
  const text = message
    .replaceAll(/^(?:signed-off-by|co-authored-by|reviewed-by|change-id)\s*:.*$/gim, "")
    .replaceAll(/https?:\/\/\S+/g, " ");
  eachWord(text, 0, text.length, (word) => {
    for (const hash of termHashes(word)) terms.add(table.add(hash));
  });
  return terms;
}

function groupByTerm(
  terms: number,
  rowTerms: Uint32Array,
  rowCommits: Uint32Array,
): { starts: Uint32Array; commits: Uint32Array } {
  const starts = new Uint32Array(terms + 1);
  for (const term of rowTerms) starts[term + 1] = (starts[term + 1] ?? 0) + 1;
  for (let term = 0; term < terms; term += 1) starts[term + 1] = (starts[term + 1] ?? 0) + (starts[term] ?? 0);
  const next = starts.slice();
  const commits = new Uint32Array(rowTerms.length);
  for (let row = 0; row < rowTerms.length; row += 1) {
    const term = rowTerms[row] ?? 0;
    commits[next[term] ?? 0] = rowCommits[row] ?? 0;
    next[term] = (next[term] ?? 0) + 1;
  }
  return { starts, commits };
}
