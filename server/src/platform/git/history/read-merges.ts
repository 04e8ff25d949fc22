import { unlessAborted } from "#server/platform/git/process/unless-aborted.ts";

import { readHistory, type HistoryCommit } from "./read-history.ts";

/** Of a longer history the newest. */
const maxMerges = 3_000;
const maxBodyCharacters = 1_500;
/** Histories whose merges are kept at hand; a commit never changes. */
const maxKept = 4;

/** By directory and commit, the one used last at the end. */
const kept = new Map<string, Promise<readonly HistoryCommit[]>>();

/**
 * The newest merges that a commit reaches, newest first, their messages shortened. Walking a history
 * takes git a third of a second for every ten thousand commits, so it is done once for each commit.
 */
export async function readMerges(
  directory: string,
  commit: string,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<readonly HistoryCommit[]> {
  const key = `${directory}\0${commit}`;
  const merges = kept.get(key) ?? listMerges(directory, commit);
  kept.delete(key);
  kept.set(key, merges);
  for (const oldest of [...kept.keys()].slice(0, Math.max(0, kept.size - maxKept))) kept.delete(oldest);
  try {
    return await unlessAborted(merges, signal);
  } catch (error) {
    // The next caller tries again; a caller that stopped waiting does not cancel it for the others.
    merges.catch(() => kept.get(key) === merges && kept.delete(key));
    throw error;
  }
}

async function listMerges(directory: string, commit: string): Promise<readonly HistoryCommit[]> {
  const { commits } = await readHistory(directory, { commit, onlyMerges: true, skip: 0, limit: maxMerges });
  return commits.map((merge) => ({ ...merge, body: merge.body.slice(0, maxBodyCharacters) }));
}
