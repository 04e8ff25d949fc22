import { LRUCache } from "lru-cache";

import { mergeCommits, type CommitMerge, type MergedCommits } from "#server/platform/git/merging/merge-commits.ts";
import { createSemaphore } from "#server/platform/limits/semaphore.ts";

interface WaitingMerge {
  commits: MergedCommits;
  settle: PromiseWithResolvers<CommitMerge>;
}

/** Merges of one program. */
const atOnce = 200;
/** Of all repositories together. */
const programs = createSemaphore({ atOnce: 4, longestMs: 300_000 });
/** What is to be merged next, by the repository's directory. A key stays for as long as somebody works on its list. */
const waiting = new Map<string, WaitingMerge[]>();

/** Merging the same commits comes to the same, so each pair is tried once by a process. */
const tried = new LRUCache<string, CommitMerge, { directory: string; commits: MergedCommits }>({
  max: 2_000,
  ignoreFetchAbort: true,
  fetchMethod: async (_key, _stale, { context: { directory, commits } }) => await mergeInTurn(directory, commits),
});

/** What merging `head` into `tip` comes to. Throws what git complains of, and the next call tries again. */
export async function tryMerge(directory: string, { tip, head }: { tip: string; head: string }): Promise<CommitMerge> {
  const context = { directory, commits: { ours: tip, theirs: head } };
  return await tried.forceFetch(`${directory} ${tip} ${head}`, { context });
}

/** Whatever is asked for while git is at work on a repository is merged by its next program, all at once. */
async function mergeInTurn(directory: string, commits: MergedCommits): Promise<CommitMerge> {
  const settle = Promise.withResolvers<CommitMerge>();
  const list = waiting.get(directory);
  if (list === undefined) {
    waiting.set(directory, [{ commits, settle }]);
    void mergeWaiting(directory);
  } else {
    list.push({ commits, settle });
  }
  return await settle.promise;
}

async function mergeWaiting(directory: string): Promise<void> {
  while (waiting.get(directory)?.length !== 0) {
    const leave = await programs.acquire();
    const list = waiting.get(directory)?.splice(0, atOnce) ?? [];
    try {
      await mergeAll(directory, list);
    } finally {
      leave();
    }
  }
  waiting.delete(directory);
}

async function mergeAll(directory: string, list: readonly WaitingMerge[]): Promise<void> {
  try {
    const results = await mergeCommits(
      directory,
      list.map(({ commits }) => commits),
    );
    for (const [at, result] of results.entries()) {
      if (result.status === "fulfilled") list[at]?.settle.resolve(result.value);
      else list[at]?.settle.reject(result.reason);
    }
  } catch (error) {
    for (const { settle } of list) settle.reject(error);
  }
}
