import { rmSync, statSync } from "node:fs";

import type { GitSource } from "../git-source.ts";
import { openIndex } from "../open-index.ts";
import { storePath } from "../store/open-store.ts";
import { updateIndex } from "../update-index.ts";

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
    floorMs = Math.min(floorMs, await timed(() => readAll(source, oids)));
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
  /** Median of the update to each commit from the one before. */
  updateMs: number;
  /** Median of listing both trees and reading the changed blobs alone. */
  floorMs: number;
  ratio: number;
}

/** Replays commits one by one, oldest first, each from an index of the one before. */
export async function measureUpdates(input: {
  source: GitSource;
  commits: readonly string[];
  directory: string;
}): Promise<UpdateMeasure> {
  const { source, commits, directory } = input;
  const updates: number[] = [];
  const floors: number[] = [];
  let former = new Set<string>();
  for (const [turn, commit] of commits.entries()) {
    const floor = await timed(async () => {
      const oids = (await source.listTree(commit)).filter(({ mode }) => mode.startsWith("100")).map(({ oid }) => oid);
      if (turn > 0)
        await readAll(
          source,
          oids.filter((oid) => !former.has(oid)),
        );
      former = new Set(oids);
    });
    const update = await timed(() => updateIndex({ source, commit, directory }));
    if (turn === 0) continue;
    floors.push(floor);
    updates.push(update);
  }
  const updateMs = median(updates);
  const floorMs = median(floors);
  return { pushes: updates.length, updateMs, floorMs, ratio: updateMs / floorMs };
}

async function readAll(source: GitSource, oids: readonly string[]): Promise<void> {
  if (oids.length === 0) return;
  const blobs = source.readBlobs(oids)[Symbol.asyncIterator]();
  while ((await blobs.next()).done !== true);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const before = performance.now();
  await work();
  return performance.now() - before;
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1] ?? 0;
}
