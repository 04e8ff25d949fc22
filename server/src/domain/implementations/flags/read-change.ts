import { diffCommits, type CommitDiff } from "#server/platform/git/diff/diff-commits.ts";
import type { DiffLimits } from "#server/platform/git/diff/parse-diff.ts";
import { createSemaphore } from "#server/platform/limits/semaphore.ts";

import { isSkimmed } from "./flag-change.ts";

/** Of a change that is read for what it is. Far more than anybody is shown, for nobody to hide behind the size of a change. */
const readLimits: DiffLimits = {
  maxFiles: 20_000,
  maxLinesPerFile: 60_000,
  maxLines: 120_000,
  maxBytes: 24 * 1024 * 1024,
};

/** Each diff is a program of its own, and all that was read of one is held while it is worked on. */
const readers = createSemaphore({ atOnce: 2, longestMs: 60_000 });

/** How long a cache keeps what was made of a change that git took too long for. Another time it may come further. */
export const stoppedTtlMs = 1;

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

/**
 * Reads a change and works on it, few at once, whoever asks. `options`: of the cache that keeps what comes of it, so that it does not
 * where git took too long.
 */
export async function workOnChange<Result>(
  commits: ChangeCommits,
  options: { ttl?: number },
  work: (change: CommitDiff) => Result | Promise<Result>,
): Promise<Result> {
  const leave = await readers.acquire();
  try {
    const change = await readChange(commits);
    if (change.isStopped === true) options.ttl = stoppedTtlMs;
    return await work(change);
  } finally {
    leave();
  }
}
