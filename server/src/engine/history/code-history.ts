import type { FileFacts } from "#server/code-index/ports/facts.ts";
import type { CodeReader } from "#server/engine/evidence/evidence.ts";

/** What answers need of one repository's git; the commit of its index is where all of it is seen from. */
export interface CodeHistory {
  /** Commits that changed these lines, newest first; null where git knows no such lines. */
  ofLines(location: { path: string; startLine: number; endLine: number }): Promise<LineHistory | null>;
  /** Commits that changed this file or folder, newest first, a file also under former names. */
  ofPath(path: string, limit: number): Promise<CommitSummary[]>;
  /** The commit that last changed each of these lines. */
  linesBy(location: { path: string; startLine: number; endLine: number }): Promise<BlamedLines[]>;
  /** The commit that somebody names; null when there is none. */
  find(moment: Moment): Promise<CommitMatch | null>;
  /** Merges, newest first: often the only ones that say what a pull request was for. Of very many the newest. */
  merges(): Promise<readonly CommitSummary[]>;
  /** The merge that brought this commit to the branch of the index; null where none did. */
  mergeOf(oid: string): Promise<CommitSummary | null>;
  /** The changes from one commit to another. Null when their commits cannot be listed. */
  compare(from: string, to: string): Promise<Comparison | null>;
  /** These contents with what they say about themselves, by path; without those that could not be read. */
  filesOf(contents: readonly { path: string; oid: string }[]): Promise<Map<string, ReadFile>>;
  /** The same repository at another commit. */
  at: (commit: string) => CodeReader;
}

export interface ReadFile {
  facts: FileFacts;
  lines: readonly string[];
}

/** A commit as shown to people. */
export interface CommitSummary {
  oid: string;
  authorName: string;
  /** ISO 8601: when it was written. */
  authoredAt: string;
  subject: string;
  /** May be empty. */
  body: string;
}

export interface LineHistory {
  changes: (CommitSummary & { path: string; additions: number; deletions: number; isFirstOfAll: boolean })[];
  /** The last of them is the commit that brought the lines. */
  isWhole: boolean;
}

export interface BlamedLines {
  oid: string;
  startLine: number;
  endLine: number;
}

/** A point of a history in somebody's words. */
export type Moment =
  | { type: "name"; name: string }
  | { type: "tag"; which: "newest" | "one-before" | "oldest" }
  /** The commit with which the history begins. */
  | { type: "first" }
  | { type: "time"; at: Date };

export interface CommitMatch {
  oid: string;
  /** As people know it: a tag's or branch's name; null for a commit that has only its id. */
  name: string | null;
  /** ISO 8601. */
  committedAt: string;
}

export interface Comparison {
  /** Newest first, merges left out; only the newest where there are too many. */
  commits: (CommitSummary & { paths: readonly string[] })[];
  /** There are more commits than are listed. */
  isCut: boolean;
  files: FileDifference[];
}

export interface FileDifference {
  /** At the second commit; where it is gone, at the first. */
  path: string;
  /** Where it stood at the first commit; null when it was not there. */
  oldPath: string | null;
  oldOid: string | null;
  newOid: string | null;
}
