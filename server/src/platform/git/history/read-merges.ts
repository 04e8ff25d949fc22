import { LRUCache } from "lru-cache";

import { unlessAborted } from "#server/platform/git/process/unless-aborted.ts";

import { readHistory, type HistoryCommit } from "./read-history.ts";

/** Of a longer history the newest. */
const maxMerges = 3_000;
const maxBodyCharacters = 1_500;

/** By directory and commit; a commit never changes. */
const merges = new LRUCache<string, readonly HistoryCommit[], { directory: string; commit: string }>({
  max: 4,
  ignoreFetchAbort: true,
  fetchMethod: async (_key, _stale, { context: { directory, commit } }) => await listMerges(directory, commit),
});

/**
 * The newest merges that a commit reaches, newest first, their messages shortened. Walking a history
 * takes git a third of a second for every ten thousand commits, so it is done once for each commit.
 */
export async function readMerges(
  directory: string,
  commit: string,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<readonly HistoryCommit[]> {
  // A caller that stops waiting does not cancel it for the others.
  return await unlessAborted(merges.forceFetch(`${directory}\0${commit}`, { context: { directory, commit } }), signal);
}

async function listMerges(directory: string, commit: string): Promise<readonly HistoryCommit[]> {
  const { commits } = await readHistory(directory, { commit, onlyMerges: true, skip: 0, limit: maxMerges });
  return commits.map((merge) => ({ ...merge, body: merge.body.slice(0, maxBodyCharacters) }));
}
