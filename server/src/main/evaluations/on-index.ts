import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

import { readAllBlobs } from "#server/code-index/bench/measure-index.ts";
import { timed } from "#server/code-index/bench/timing.ts";
import type { CodeIndex } from "#server/code-index/ports/code-index.ts";
import { openIndex } from "#server/code-index/snapshot/open-index.ts";
import { updateIndex } from "#server/code-index/update/update-index.ts";
import { createMirrorSource } from "#server/platform/git/mirror-source.ts";

export interface IndexTimes {
  files: number;
  indexMs: number;
  /** Git alone reading the same blobs, the better of once before and once after. */
  floorMs: number;
}

/** Indexes one commit of a bare repository with one thread into a folder of its own, and lets `work` ask it. */
export async function onIndex<T>(
  { directory, commit }: { directory: string; commit: string },
  work: (index: CodeIndex, times: IndexTimes) => Promise<T>,
): Promise<T> {
  return await inFolder(async (folder) => {
    const source = createMirrorSource(directory);
    const tree = await source.listTree(commit);
    const oids = [...new Set(tree.flatMap(({ mode, oid }) => (mode.startsWith("100") ? [oid] : [])))];
    const floor = () => timed(() => readAllBlobs(source, oids));
    const floors = [await floor()];
    const indexMs = await timed(() => updateIndex({ source, commit, directory: folder, workers: 1 }));
    floors.push(await floor());
    const index = openIndex(folder, source);
    if (index === null) throw new Error("The index could not be opened");
    try {
      return await work(index, { files: index.files().length, indexMs, floorMs: Math.min(...floors) });
    } finally {
      index.close();
    }
  });
}

/** A folder for one evaluation, gone afterwards. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "cairn-eval-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
