import type { CodeReader, Evidence } from "#server/engine/evidence/evidence.ts";

/** A sentence about a change, as Markdown, with the lines of either side that it rests on. */
interface ChangeSentence {
  text: string;
  evidence: readonly Evidence[];
}

/** Lines of a file that a change leaves, and what stood there before. */
export interface ChangedHunk {
  path: string;
  /** Of the new side; null where nothing is left. */
  lines: { startLine: number; endLine: number } | null;
  added: readonly string[];
  deleted: readonly string[];
}

/** A change that is reviewed, and that a question was asked from. */
export interface ReviewedChange {
  /** "FB-9 Show tides" */
  title: string;
  /** What it does, the most telling first. */
  changes: readonly ChangeSentence[];
  /** What to look at twice, the worst first. */
  risks: readonly ChangeSentence[];
  /** What it was built, tested and checked with, a sentence each. */
  checks: readonly string[];
  /** Why it cannot be merged now; empty when it can. */
  obstacles: readonly string[];
  files: readonly { path: string; additions: number; deletions: number }[];
  hunks: readonly ChangedHunk[];
  /** Reads the repository at the newest commit of the change, and at others. */
  reader: CodeReader;
}
