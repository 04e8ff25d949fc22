import { LRUCache } from "lru-cache";

import { listCommitsBetween } from "#server/platform/git/merging/list-commits-between.ts";

import { askHistory } from "./ask-history.ts";

/** More are not counted. */
const maxDropped = 100;

/** Commits do not change, so each pair is counted once by a process. */
const counted = new LRUCache<string, number, { directory: string; from: string; to: string }>({
  max: 2_000,
  fetchMethod: async (_key, _stale, { context: { directory, from, to } }) =>
    (await askHistory(() => listCommitsBetween(directory, { from, to, limit: maxDropped }))).length,
});

/** How many commits below `base`, and itself, a branch that stands at `tip` does not hold any more. */
export async function countDropped(directory: string, { base, tip }: { base: string; tip: string }): Promise<number> {
  if (base === tip) return 0;
  return await counted.forceFetch(`${directory} ${base} ${tip}`, { context: { directory, from: tip, to: base } });
}
