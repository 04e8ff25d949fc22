import { eachWord, termHashes } from "#server/code-index/analysis/terms/split-words.ts";
import type { Steps } from "#server/code-index/runtime/steps.ts";
import type { CommitRecord } from "#server/git-source.ts";

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
  /** `fileStarts[commit]` to `fileStarts[commit + 1]` are its indexes in `files`. */
  fileStarts: Uint32Array;
  files: Uint32Array;
  /** The reverse: `commitStarts[file]` to `commitStarts[file + 1]` are its indexes in `commitsOf`, newest first. */
  commitStarts: Uint32Array;
  commitsOf: Uint32Array;
  /** How new each commit is, 1 to 0. */
  newness: Float32Array;
  /** What a word of the commit's message counts for each of its files: newer commits and smaller ones more. */
  shares: Float32Array;
  /** How much the length of all messages about a file counts against their words. */
  messageNorms: Float32Array;
  /** Files that any commit here changed. */
  changedFiles: number;
}

/** A commit over this many files says little of any one of them. */
const maxVotes = 40;
const halfLifeCommits = 1500;
const messagesLengthShare = 0.5;

/** A table with this many more terms than it began with is given up for a fresh one. */
const maxExtraTerms = 20_000;

/**
 * Builds the history index; commits newest first, `fileNumbers` by path of the current files. Messages that an earlier
 * one has read are not read again, as long as the commits are the very same objects.
 */
export function* gatherCommitPostings(
  commits: readonly CommitRecord[],
  fileNumbers: ReadonlyMap<string, number>,
  former: CommitPostings | null = null,
): Steps<CommitPostings> {
  const isKept = former !== null && former.table.size < former.firstTerms + maxExtraTerms;
  const { table, messages } = isKept
    ? former
    : { table: new TermTable(), messages: new WeakMap<CommitRecord, Uint32Array>() };
  const rowTerms = new GrowingNumbers((capacity) => new Uint32Array(capacity));
  const rowCommits = new GrowingNumbers((capacity) => new Uint32Array(capacity));
  const files = new GrowingNumbers((capacity) => new Uint32Array(capacity));
  const lengths = new Uint16Array(commits.length);
  const fileStarts = new Uint32Array(commits.length + 1);
  let total = 0;
  for (const [commit, record] of commits.entries()) {
    const { paths } = record;
    fileStarts[commit] = files.length;
    const known = paths.flatMap((path) => fileNumbers.get(path) ?? []);
    if (paths.length > maxVotes || known.length === 0) continue;
    for (const file of known) files.push(file);
    let terms = messages.get(record);
    if (terms === undefined) messages.set(record, (terms = messageTerms(record, table)));
    lengths[commit] = Math.min(terms.length, 65_535);
    total += terms.length;
    for (const term of terms) {
      rowTerms.push(term);
      rowCommits.push(commit);
    }
    yield;
  }
  fileStarts[commits.length] = files.length;
  const votes = { fileStarts, files: files.finish() };
  const grouped = groupByTerm(table.size, rowTerms.finish(), rowCommits.finish());
  return {
    table,
    messages,
    firstTerms: isKept ? former.firstTerms : table.size,
    ...grouped,
    commitCount: commits.length,
    lengths,
    averageLength: Math.max(1, total / Math.max(1, commits.length)),
    ...votes,
    ...groupByFile(fileNumbers.size, votes),
    ...weighCommits(fileNumbers.size, { ...votes, lengths }),
  };
}

type Votes = Pick<CommitPostings, "fileStarts" | "files">;

function groupByFile(
  fileCount: number,
  { fileStarts, files }: Votes,
): Pick<CommitPostings, "commitStarts" | "commitsOf" | "changedFiles"> {
  const commitStarts = new Uint32Array(fileCount + 1);
  for (const file of files) commitStarts[file + 1] = (commitStarts[file + 1] ?? 0) + 1;
  const changedFiles = commitStarts.reduce((count, changes) => count + Math.min(1, changes), 0);
  for (let file = 0; file < fileCount; file += 1)
    commitStarts[file + 1] = (commitStarts[file + 1] ?? 0) + (commitStarts[file] ?? 0);
  const next = commitStarts.slice();
  const commitsOf = new Uint32Array(files.length);
  for (let commit = 0; commit + 1 < fileStarts.length; commit += 1) {
    const end = fileStarts[commit + 1] ?? 0;
    for (let at = fileStarts[commit] ?? 0; at < end; at += 1) {
      const file = files[at] ?? 0;
      commitsOf[next[file] ?? 0] = commit;
      next[file] = (next[file] ?? 0) + 1;
    }
  }
  return { commitStarts, commitsOf, changedFiles };
}

function weighCommits(
  fileCount: number,
  { fileStarts, files, lengths }: Votes & Pick<CommitPostings, "lengths">,
): Pick<CommitPostings, "newness" | "shares" | "messageNorms"> {
  const newness = Float32Array.from(lengths, (_, commit) => 2 ** (-commit / halfLifeCommits));
  const shares = new Float32Array(lengths.length);
  const messageLengths = new Float64Array(fileCount);
  for (const [commit, length] of lengths.entries()) {
    const start = fileStarts[commit] ?? 0;
    const end = fileStarts[commit + 1] ?? 0;
    const size = Math.sqrt(Math.max(1, end - start));
    shares[commit] = (newness[commit] ?? 0) / size;
    for (let at = start; at < end; at += 1) {
      const file = files[at] ?? 0;
      messageLengths[file] = (messageLengths[file] ?? 0) + length / size;
    }
  }
  const known = messageLengths.filter((length) => length > 0);
  const average = known.reduce((sum, length) => sum + length, 0) / Math.max(1, known.length) || 1;
  const messageNorms = Float32Array.from(
    messageLengths,
    (length) => 1 - messagesLengthShare + (messagesLengthShare * length) / average,
  );
  return { newness, shares, messageNorms };
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
