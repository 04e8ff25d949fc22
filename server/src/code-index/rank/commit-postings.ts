import type { CommitRecord } from "../git-source.ts";
import { eachWord, termHashes } from "../terms/split-words.ts";
import { GrowingNumbers } from "./growing-numbers.ts";
import { TermTable } from "./term-table.ts";

/** Commit messages as documents that vote for the files they changed. Commit 0 is the newest. */
export interface CommitPostings {
  /** May also hold terms that no commit has. */
  table: TermTable;
  /** Terms of each message by the table, for the next time. */
  messages: WeakMap<CommitRecord, Uint32Array>;
  /** Terms of the table when it was new. */
  firstTerms: number;
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

/** A table with this many more terms than it began with is given up for a fresh one. */
const maxExtraTerms = 20_000;

/**
 * Builds the history index; commits newest first, `fileNumbers` by path of the current files. Messages that an earlier
 * one has read are not read again, as long as the commits are the very same objects.
 */
export function buildCommitPostings(
  commits: readonly CommitRecord[],
  fileNumbers: ReadonlyMap<string, number>,
  former: CommitPostings | null = null,
): CommitPostings {
  const isKept = former !== null && former.table.size < former.firstTerms + maxExtraTerms;
  const { table, messages } = isKept ? former : { table: new TermTable(), messages: new WeakMap<CommitRecord, Uint32Array>() }; // prettier-ignore
  const rowTerms = new GrowingNumbers((capacity) => new Uint32Array(capacity));
  const rowCommits = new GrowingNumbers((capacity) => new Uint32Array(capacity));
  const files = new GrowingNumbers((capacity) => new Uint32Array(capacity));
  const lengths = new Uint16Array(commits.length);
  const fileStarts = new Uint32Array(commits.length + 1);
  const liveliness = new Float32Array(fileNumbers.size);
  let total = 0;
  for (const [commit, record] of commits.entries()) {
    const { paths } = record;
    fileStarts[commit] = files.length;
    const known = paths.flatMap((path) => fileNumbers.get(path) ?? []);
    if (paths.length > maxVotes || known.length === 0) continue;
    for (const file of known) {
      files.push(file);
      liveliness[file] = (liveliness[file] ?? 0) + 2 ** (-commit / halfLifeCommits) / Math.sqrt(paths.length);
    }
    let terms = messages.get(record);
    if (terms === undefined) messages.set(record, (terms = messageTerms(record, table)));
    lengths[commit] = Math.min(terms.length, 65_535);
    total += terms.length;
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
    messages,
    firstTerms: isKept ? former.firstTerms : table.size,
    ...grouped,
    commitCount: commits.length,
    lengths,
    averageLength: Math.max(1, total / Math.max(1, commits.length)),
    fileStarts,
    files: files.finish(),
    liveliness,
  };
}

function messageTerms({ subject, body }: CommitRecord, table: TermTable): Uint32Array {
  const terms = new Set<number>();
  const text = `${subject}\n${body}`
    .replaceAll(/^(?:signed-off-by|co-authored-by|reviewed-by|change-id)\s*:.*$/gim, "")
    .replaceAll(/https?:\/\/\S+/g, " ");
  eachWord(text, 0, text.length, (word) => {
    for (const hash of termHashes(word)) terms.add(table.add(hash));
  });
  return Uint32Array.from(terms);
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
