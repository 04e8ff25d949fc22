import { mkdirSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { backup } from "node:sqlite";

import { openStoreForReading, storePath } from "#server/code-index/store/open-store.ts";

/** Pages of the file between which others get a turn. */
const pagesPerStep = 200;

/**
 * Copies the index in `from` to `to`, where there is none yet: an update then only handles the differences, which is
 * many times faster than copying blobs of a seed index. It may be read and written meanwhile. False when there is none.
 */
export async function copyIndex(from: string, to: string): Promise<boolean> {
  const database = openStoreForReading(from);
  if (database === null) return false;
  const unfinished = `${storePath(to)}.copy`;
  try {
    mkdirSync(to, { recursive: true });
    // A run that was killed may have left one.
    await rm(unfinished, { force: true });
    await backup(database, unfinished, { rate: pagesPerStep });
  } finally {
    database.close();
  }
  await rename(unfinished, storePath(to));
  return true;
}
