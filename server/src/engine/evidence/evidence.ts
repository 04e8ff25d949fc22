import { createHash } from "node:crypto";

import type { FactKind } from "#server/code-index/ports/code-index.ts";

/** Lines of a file that a statement rests on. Lines count from 1, both ends included. */
export interface Evidence {
  /** Not interpreted here: a key into `CodeReaders`. */
  repositoryId: string;
  path: string;
  startLine: number;
  endLine: number;
  /** The commit to read the lines at, where it is not the reader's own: used for code that was deleted. */
  commit?: string;
}

/** Evidence that was read and found at a commit. `hash` is the SHA-256 (hex) of the lines joined by "\n". */
export interface CheckedEvidence extends Evidence {
  commit: string;
  hash: string;
}

/** Facts that a text lists or counts: all of a kind that are declared in a folder of a repository. */
export interface ListedFacts {
  repositoryId: string;
  kind: FactKind;
  /** "" for the whole repository. */
  folder: string;
  /** SHA-256 (hex) over them; another one means that the text is not true any more. */
  digest: string;
}

/** Reads one repository at one commit. */
export interface CodeReader {
  repositoryId: string;
  commit: string;
  /** The file's lines without their line ends; null when the commit holds no such text file. */
  readLines(path: string): Promise<readonly string[] | null>;
  /** The same repository at another commit; absent where only this one can be read. */
  at?: (commit: string) => CodeReader;
}

/** Readers by repository. */
export type CodeReaders = ReadonlyMap<string, CodeReader>;

export function hashLines(lines: readonly string[]): string {
  return createHash("sha256").update(lines.join("\n")).digest("hex");
}

/** Splits text into lines as everywhere in this product: LF or CRLF, no empty line after a final line end. */
export function toLines(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** Reads the lines at `evidence.commit`, else at the reader's commit; null when the file or the range is not there. */
export async function checkEvidence(readers: CodeReaders, evidence: Evidence): Promise<CheckedEvidence | null> {
  const { commit } = evidence;
  const own = readers.get(evidence.repositoryId);
  const reader = commit === undefined || commit === own?.commit ? own : own?.at?.(commit);
  const lines = await reader?.readLines(evidence.path);
  if (!reader || !lines) return null;
  const { startLine, endLine } = evidence;
  const isInside = Number.isInteger(startLine) && startLine >= 1 && startLine <= endLine && endLine <= lines.length;
  if (!isInside) return null;
  return {
    repositoryId: evidence.repositoryId,
    path: evidence.path,
    startLine,
    endLine,
    commit: reader.commit,
    hash: hashLines(lines.slice(startLine - 1, endLine)),
  };
}
