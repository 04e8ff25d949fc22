import { rmSync } from "node:fs";
import { join } from "node:path";

import { openIndex } from "#server/code-index/snapshot/open-index.ts";
import { updateIndex } from "#server/code-index/update/update-index.ts";
import type { GitSource } from "#server/git-source.ts";

import { differencesBetween } from "./compare-indexes.ts";
import { listNewestCommits, loadPush } from "./load-push.ts";
import { median, timed } from "./timing.ts";

export interface Replay {
  pushes: number;
  /** Medians over the pushes. */
  updateMs: number;
  /** The time git alone needs to compute the diff and read the changed blobs. */
  floorMs: number;
  /** Median of the ratios of single pushes. */
  ratio: number;
  /** Opening the updated index and getting a first answer. */
  freshMs: number;
  /** How many times the index was compared with one built anew. */
  comparisons: number;
  /** Commit and part of the index for everything that was not the same; empty when all is well. */
  differences: string[];
  /** Bytes by which the process grew from the tenth push to the last. */
  grownBytes: number;
}

const compareEvery = 10;

/**
 * Indexes a repository some commits ago, applies what followed one push after the other, and compares with an index
 * built anew now and then: what is stored, byte for byte, and every kind of answer.
 */
export async function replayPushes(input: {
  source: GitSource;
  /** Bare, the one that `source` reads. Its HEAD says where to go. */
  directory: string;
  /** By first parents; fewer where the history is shorter. */
  commits: number;
  /** Written to; left empty. */
  workFolder: string;
}): Promise<Replay> {
  const { source, directory, workFolder } = input;
  const [first = "", ...pushes] = await listNewestCommits(directory, input.commits + 1);
  const updated = join(workFolder, "updated");
  await updateIndex({ source, commit: first, directory: updated });
  openIndex(updated)?.search("warm up");
  const times: { updateMs: number; floorMs: number; freshMs: number }[] = [];
  const differences: string[] = [];
  let comparisons = 0;
  let earlyBytes = 0;
  for (const [number, commit] of pushes.entries()) {
    const former = pushes[number - 1] ?? first;
    const floors = [await timed(() => loadPush(directory, former, commit))];
    const updateMs = await timed(() => updateIndex({ source, commit, directory: updated }));
    const freshMs = await timed(async () => openIndex(updated)?.search("open a file"));
    floors.push(await timed(() => loadPush(directory, former, commit)));
    times.push({ updateMs, freshMs, floorMs: Math.min(...floors) });
    if ((number + 1) % compareEvery !== 0 && number + 1 < pushes.length) continue;
    comparisons += 1;
    differences.push(...(await compareWithRebuild({ source, commit, updated, rebuilt: join(workFolder, "rebuilt") })));
    if (earlyBytes === 0) earlyBytes = process.memoryUsage.rss();
  }
  openIndex(updated)?.close();
  rmSync(updated, { recursive: true, force: true });
  return {
    pushes: pushes.length,
    updateMs: median(times.map((time) => time.updateMs)),
    floorMs: median(times.map((time) => time.floorMs)),
    ratio: median(times.map(({ updateMs, floorMs }) => updateMs / floorMs)),
    freshMs: median(times.map((time) => time.freshMs)),
    comparisons,
    differences,
    grownBytes: process.memoryUsage.rss() - earlyBytes,
  };
}

async function compareWithRebuild(at: {
  source: GitSource;
  commit: string;
  updated: string;
  rebuilt: string;
}): Promise<string[]> {
  const { source, commit, updated, rebuilt } = at;
  await updateIndex({ source, commit, directory: rebuilt });
  const differences = differencesBetween(updated, rebuilt);
  openIndex(rebuilt)?.close();
  rmSync(rebuilt, { recursive: true, force: true });
  return differences.map((part) => `${commit}: ${part}`);
}
