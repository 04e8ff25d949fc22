import { rmSync, statSync } from "node:fs";

import { openIndex } from "#server/code-index/snapshot/open-index.ts";
import { inTransaction } from "#server/code-index/store/blob-rows.ts";
import { storeCommits } from "#server/code-index/store/commit-rows.ts";
import { openStoreForWriting, storePath } from "#server/code-index/store/open-store.ts";
import { loadHistoryChanges } from "#server/code-index/update/load-history-changes.ts";
import { updateIndex } from "#server/code-index/update/update-index.ts";
import type { GitSource } from "#server/git-source.ts";

import { loadPush } from "./load-push.ts";
import { median, timed } from "./timing.ts";

export interface IndexMeasure {
  files: number;
  /** Bytes of content that was parsed or searched. */
  textBytes: number;
  floorMs: number;
  indexMs: number;
  /** `indexMs / floorMs`. */
  ratio: number;
  storedBytes: number;
  /** `storedBytes / textBytes`. */
  storedShare: number;
}

/**
 * Full index against its floor, reading the same blobs through the same source and doing nothing with them; by turns,
 * the best of each counts. `directory` is emptied before every round and left holding the last index.
 */
export async function measureFullIndex(input: {
  source: GitSource;
  commit: string;
  directory: string;
  rounds?: number;
  workers?: number;
}): Promise<IndexMeasure> {
  const { source, commit, directory, rounds = 3, workers } = input;
  const tree = (await source.listTree(commit)).filter(({ mode }) => mode.startsWith("100"));
  const oids = [...new Set(tree.map(({ oid }) => oid))];
  let floorMs = Infinity;
  let indexMs = Infinity;
  for (let round = 0; round < rounds; round += 1) {
    floorMs = Math.min(floorMs, await timed(() => readAllBlobs(source, oids)));
    openIndex(directory)?.close();
    rmSync(directory, { recursive: true, force: true });
    indexMs = Math.min(indexMs, await timed(() => updateIndex({ source, commit, directory, workers })));
  }
  const textBytes =
    openIndex(directory)
      ?.files()
      .reduce((sum, { kind, size }) => (kind === "binary" ? sum : sum + size), 0) ?? 0;
  const storedBytes = statSync(storePath(directory)).size;
  return {
    files: tree.length,
    textBytes,
    floorMs,
    indexMs,
    ratio: indexMs / floorMs,
    storedBytes,
    storedShare: storedBytes / textBytes,
  };
}

export interface QueryMeasure {
  queries: number;
  /** Opening and loading everything that ranking needs. */
  loadMs: number;
  p50Ms: number;
  p95Ms: number;
}

/** Ranked queries, warm, in process. The words come from the repository's own commits: subjects and whole messages. */
export function measureQueries(input: { directory: string; queries?: number }): QueryMeasure | null {
  const started = performance.now();
  const index = openIndex(input.directory);
  if (index === null) return null;
  index.search("warm up");
  const loadMs = performance.now() - started;
  const commits = index.history.recentCommits(Math.ceil((input.queries ?? 960) / 2));
  const texts = commits.flatMap(({ subject, body }) => [subject, `${subject}\n\n${body}`]);
  for (const text of texts.slice(0, 20)) index.search(text);
  const times = texts.map((text) => {
    const before = performance.now();
    index.search(text);
    return performance.now() - before;
  });
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { queries: times.length, loadMs, p50Ms: at(0.5), p95Ms: at(0.95) };
}

interface UpdateMeasure {
  pushes: number;
  /** Median over the pushes of the best of the rounds: the update to each commit from the one before. */
  updateMs: number;
  /** The same of what git alone needs for the push. */
  floorMs: number;
  ratio: number;
  /** Median of opening the updated index and getting a first answer. */
  freshMs: number;
}

/** Replays commits one by one, oldest first, each from an index of the one before; floor and update by turns. */
export async function measureUpdates(input: {
  source: GitSource;
  /** Bare, the one that `source` reads. */
  gitDirectory: string;
  commits: readonly string[];
  /** Emptied before every round. */
  directory: string;
  rounds?: number;
}): Promise<UpdateMeasure> {
  const { source, gitDirectory, commits, directory, rounds = 3 } = input;
  const [first = "", ...pushes] = commits;
  const times = pushes.map(() => ({ updateMs: Infinity, floorMs: Infinity, freshMs: Infinity }));
  for (let round = 0; round < rounds; round += 1) {
    openIndex(directory)?.close();
    rmSync(directory, { recursive: true, force: true });
    await updateIndex({ source, commit: first, directory });
    openIndex(directory)?.search("warm up");
    for (const [turn, commit] of pushes.entries()) {
      const best = times[turn];
      if (best === undefined) continue;
      const former = commits[turn] ?? "";
      best.floorMs = Math.min(best.floorMs, await timed(() => loadPush(gitDirectory, former, commit)));
      best.updateMs = Math.min(best.updateMs, await timed(() => updateIndex({ source, commit, directory })));
      best.freshMs = Math.min(best.freshMs, await timed(async () => openIndex(directory)?.search("open a file")));
    }
  }
  openIndex(directory)?.close();
  const updateMs = median(times.map((best) => best.updateMs));
  const floorMs = median(times.map((best) => best.floorMs));
  const freshMs = median(times.map((best) => best.freshMs));
  return { pushes: pushes.length, updateMs, floorMs, ratio: updateMs / floorMs, freshMs };
}

/** Reading and storing the kept history alone, by turns with the floor of a full index; the best of each counts. */
export async function measureHistory(input: {
  source: GitSource;
  commit: string;
  /** Emptied before every round. */
  directory: string;
  rounds?: number;
}): Promise<{ commits: number; ratio: number }> {
  const { source, commit, directory, rounds = 3 } = input;
  const tree = (await source.listTree(commit)).filter(({ mode }) => mode.startsWith("100"));
  const oids = [...new Set(tree.map(({ oid }) => oid))];
  let [floorMs, historyMs, commits] = [Infinity, Infinity, 0];
  for (let round = 0; round < rounds; round += 1) {
    floorMs = Math.min(floorMs, await timed(() => readAllBlobs(source, oids)));
    rmSync(directory, { recursive: true, force: true });
    const database = openStoreForWriting(directory);
    const storeAll = async () => {
      const history = await loadHistoryChanges(database, { source, commit }, null);
      commits = inTransaction(database, () => storeCommits(database, history));
    };
    historyMs = Math.min(historyMs, await timed(storeAll));
    database.close();
  }
  return { commits, ratio: historyMs / floorMs };
}

/** The floor of indexing: reading the blobs and doing nothing with them. */
export async function readAllBlobs(source: GitSource, oids: readonly string[]): Promise<void> {
  if (oids.length === 0) return;
  const blobs = source.readBlobs(oids)[Symbol.asyncIterator]();
  while ((await blobs.next()).done !== true);
}
