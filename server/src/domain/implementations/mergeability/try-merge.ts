import { mergeCommits, type CommitMerge } from "#server/platform/git/merging/merge-commits.ts";
import { createSemaphore } from "#server/platform/limits/semaphore.ts";

/** Of all repositories together. */
const maxKnown = 2_000;
/** Each is a program of its own, and a push may ask for as many as there are open changes. */
const programs = createSemaphore({ atOnce: 4, longestMs: 60_000 });
const known = new Map<string, Promise<CommitMerge>>();

/** Merging the same commits comes to the same, so each pair is tried once by a process. */
export async function tryMerge(directory: string, { tip, head }: { tip: string; head: string }): Promise<CommitMerge> {
  const key = `${directory} ${tip} ${head}`;
  const tried = known.get(key) ?? mergeInTurn(directory, { tip, head });
  // The last asked for is the last to be forgotten.
  known.delete(key);
  known.set(key, tried);
  for (const oldest of known.keys()) {
    if (known.size <= maxKnown) break;
    known.delete(oldest);
  }
  try {
    return await tried;
  } catch (error) {
    known.delete(key);
    throw error;
  }
}

async function mergeInTurn(directory: string, { tip, head }: { tip: string; head: string }): Promise<CommitMerge> {
  const leave = await programs.acquire();
  try {
    return await mergeCommits(directory, { ours: tip, theirs: head });
  } finally {
    leave();
  }
}
