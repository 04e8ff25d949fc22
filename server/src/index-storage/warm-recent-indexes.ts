import { readdir, stat } from "node:fs/promises";
import path from "node:path";

import { openIndex } from "#server/code-index/snapshot/open-index.ts";

/** Of all index files together: what is put together in memory is about as large as they are. */
const maxWarmBytes = 128_000_000;
/** Each keeps its file open from then on. */
const maxWarmIndexes = 50;

/** Three times as long as a turn, so that requests in between are served first. */
const restMs = 30;

/**
 * Opens the indexes in a folder and prepares what their first queries need, in turns with other work: the one that
 * was written to last first, as a push or the end of a process that had it open does. One that does not fit any more
 * is skipped.
 */
export async function warmRecentIndexes(folder: string, signal: AbortSignal): Promise<void> {
  for (const { directory } of chooseFitting(await listRecent(folder))) {
    signal.throwIfAborted();
    await prepareOne(directory, signal);
  }
}

function chooseFitting(found: readonly RecentIndex[]): RecentIndex[] {
  const chosen: RecentIndex[] = [];
  let room = maxWarmBytes;
  for (const one of found) {
    if (one.bytes === 0 || one.bytes > room || chosen.length === maxWarmIndexes) continue;
    room -= one.bytes;
    chosen.push(one);
  }
  return chosen;
}

/** A broken or just removed index is reported elsewhere. */
async function prepareOne(directory: string, signal: AbortSignal): Promise<void> {
  try {
    await openIndex(directory)?.prepare({ signal, restMs });
  } catch {
    signal.throwIfAborted();
  }
}

interface RecentIndex {
  directory: string;
  bytes: number;
  writtenAtMs: number;
}

/** Latest first. */
async function listRecent(folder: string): Promise<RecentIndex[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = await Promise.all(
    // Indexes of other branches are in sibling folders with such a name; they are opened on request.
    entries
      .filter((entry) => entry.isDirectory() && !entry.name.endsWith(".branches"))
      .map((entry) => measure(path.join(folder, entry.name))),
  );
  return found.toSorted((one, other) => other.writtenAtMs - one.writtenAtMs);
}

/** A file that went meanwhile counts nothing. */
async function measure(directory: string): Promise<RecentIndex> {
  const names = await readdir(directory).catch(() => []);
  const files = await Promise.all(names.map((name) => stat(path.join(directory, name)).catch(() => null)));
  const known = files.filter((file) => file !== null);
  return {
    directory,
    bytes: known.reduce((sum, { size }) => sum + size, 0),
    writtenAtMs: Math.max(0, ...known.map(({ mtimeMs }) => mtimeMs)),
  };
}
