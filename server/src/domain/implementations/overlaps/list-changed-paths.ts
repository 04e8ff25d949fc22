import { LRUCache } from "lru-cache";

import type { ImplementationRow } from "#server/domain/implementations/store/implementations.store.ts";
import { compareCommits } from "#server/platform/git/diff/compare-commits.ts";
import { unlessAborted } from "#server/platform/git/process/unless-aborted.ts";

/** Of a change with more commits, no path is known. */
const maxCommits = 2_000;

/** Of all repositories together; two commits always differ in the same. */
const paths = new LRUCache<string, ReadonlySet<string>, { directory: string; from: string; to: string }>({
  max: 1_000,
  ignoreFetchAbort: true,
  fetchMethod: async (_key, _stale, { context: { directory, from, to } }) => {
    const compared = await compareCommits(directory, { from, to, limit: maxCommits });
    return new Set(compared?.files.map(({ path }) => path));
  },
});

/** Paths in which a change differs from where it began, under their old and their new names. */
export async function listChangedPaths(
  directory: string,
  { baseOid: from, headOid: to }: Pick<ImplementationRow, "baseOid" | "headOid">,
  { signal }: { signal: AbortSignal },
): Promise<ReadonlySet<string>> {
  if (from === null || to === null) return new Set();
  // Nothing is begun for whoever has left.
  signal.throwIfAborted();
  return await unlessAborted(
    paths.forceFetch(`${directory} ${from} ${to}`, { context: { directory, from, to } }),
    signal,
  );
}
