import { LRUCache } from "lru-cache";

import { isAncestor } from "#server/platform/git/merging/list-commits-between.ts";
import { createSemaphore } from "#server/platform/limits/semaphore.ts";

/** Of all repositories together: each question is a program of its own, and a list asks of a hundred rows at once. */
const programs = createSemaphore({ atOnce: 4, longestMs: 60_000 });

/** Asks git about a history when few others do. */
export async function askHistory<T>(ask: () => Promise<T>): Promise<T> {
  const leave = await programs.acquire();
  try {
    return await ask();
  } finally {
    leave();
  }
}

/** Commits do not change; but one that could not be read for a while counts as missing, so it is asked again. */
const held = new LRUCache<string, boolean, { directory: string; head: string; tip: string }>({
  max: 2_000,
  ttl: 600_000,
  ignoreFetchAbort: true,
  fetchMethod: async (_key, _stale, { context: { directory, head, tip } }) =>
    await askHistory(() => isAncestor(directory, { oid: head, descendant: tip })),
});

/** Whether the history of `tip` holds the commit `head`; false where one of the two is missing. */
export async function isHeldBy(directory: string, { head, tip }: { head: string; tip: string }): Promise<boolean> {
  return await held.forceFetch(`${directory} ${head} ${tip}`, { context: { directory, head, tip } });
}
