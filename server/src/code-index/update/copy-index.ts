import { mkdirSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { backup } from "node:sqlite";

import { openStoreForReading, storePath } from "#server/code-index/store/open-store.ts";

/** Pages of the file between which others get a turn. */
const pagesPerStep = 200;

/**
 * Makes the index in `from` the beginning of one in `to`, where none is: an update then only meets what differs, which is
 * many times quicker than taking blobs over from a donor. It may be read and written meanwhile. False when there is none.
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
