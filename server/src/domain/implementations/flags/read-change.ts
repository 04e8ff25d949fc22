import { diffCommits, type CommitDiff } from "#server/platform/git/diff/diff-commits.ts";
import type { DiffLimits } from "#server/platform/git/diff/parse-diff.ts";

import { isSkimmed } from "./flag-change.ts";

/** Of a change that is read for what it is. Far more than anybody is shown, for nobody to hide behind the size of a change. */
const readLimits: DiffLimits = {
  maxFiles: 20_000,
  maxLinesPerFile: 60_000,
  maxLines: 120_000,
  maxBytes: 24 * 1024 * 1024,
};

/** Commits by their full ids, in the bare repository at `directory`. */
export interface ChangeCommits {
  directory: string;
  base: string;
  head: string;
}

/**
 * The changed lines, for programs to look at, with as many unchanged ones around them as are asked for. What is not read of them is
 * marked, file by file.
 */
export async function readChange(
  { directory, base, head }: ChangeCommits,
  { signal, contextLines = 0 }: { signal?: AbortSignal; contextLines?: number } = {},
): Promise<CommitDiff> {
  return await diffCommits(directory, {
    ...readLimits,
    base,
    head,
    contextLines,
    isLesser: isSkimmed,
    ...(signal && { signal }),
  });
}
