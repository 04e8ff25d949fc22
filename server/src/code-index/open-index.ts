import { statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";

import type { CodeIndex } from "./code-index.ts";
import { openSnapshot } from "./open-snapshot.ts";
import { readState } from "./store/meta-rows.ts";
import { isDamaged, openStoreForReading, storePath } from "./store/open-store.ts";

export type { CodeIndex } from "./code-index.ts";

interface Opened {
  index: CodeIndex;
  database: DatabaseSync;
  /** Tells a deleted and rebuilt file from the one that is open. */
  inode: number;
  indexedAt: string;
}

const opened = new Map<string, Opened>();

/**
 * The finished index in `directory`, or null when none was ever finished there. Instances are cached: the same one
 * comes back until an update has ended, then a new one at the new commit. An instance handed out before goes on
 * answering for its own commit.
 */
export function openIndex(directory: string): CodeIndex | null {
  const inode = inodeOf(directory);
  const known = opened.get(directory);
  if (known !== undefined && known.inode === inode && isCurrent(known)) return known.index;
  opened.delete(directory);
  if (inode === null) return null;
  const fresh = openFresh(directory, inode);
  if (fresh === null) return null;
  opened.set(directory, fresh);
  return fresh.index;
}

function isCurrent({ database, index, indexedAt }: Opened): boolean {
  try {
    const state = readState(database);
    return state !== null && state.commit === index.commit && state.indexedAt === indexedAt;
  } catch (error) {
    if (isDamaged(error)) return false;
    throw error;
  }
}

function openFresh(directory: string, inode: number): Opened | null {
  const database = openStoreForReading(directory);
  if (database === null) return null;
  try {
    const snapshot = openSnapshot(database, () => forget(directory, database));
    if (snapshot !== null) return { index: snapshot, database, inode, indexedAt: snapshot.indexedAt };
  } catch (error) {
    database.close();
    // A first run may be under way and its tables not be there; a broken file is rebuilt by the next update.
    if (isDamaged(error) || (error instanceof Error && error.message.includes("no such table"))) return null;
    throw error;
  }
  database.close();
  return null;
}

function forget(directory: string, database: DatabaseSync): void {
  if (opened.get(directory)?.database === database) opened.delete(directory);
}

function inodeOf(directory: string): number | null {
  return statSync(storePath(directory), { throwIfNoEntry: false })?.ino ?? null;
}
