import { statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";

import type { CodeIndex } from "#server/code-index/ports/code-index.ts";
import { extractorVersion } from "#server/code-index/store/blob-rows.ts";
import { readState } from "#server/code-index/store/meta-rows.ts";
import type { IndexState } from "#server/code-index/store/meta-rows.ts";
import { isDamaged, openStoreForReading, storePath } from "#server/code-index/store/open-store.ts";
import type { GitSource } from "#server/git-source.ts";

import { openSnapshot } from "./open-snapshot.ts";
import type { OpenedSnapshot } from "./open-snapshot.ts";

export type { CodeIndex } from "#server/code-index/ports/code-index.ts";

interface Opened {
  snapshot: OpenedSnapshot;
  /** Shared by the snapshots of one index: a connection for each push would leave its caches behind. */
  database: DatabaseSync;
  /** Distinguishes a deleted and rebuilt file from the open one. */
  identity: string;
}

const opened = new Map<string, Opened>();
/** By index folder: where the lines of its files are read. */
const sources = new Map<string, GitSource>();

/**
 * The finished index in `directory`, or null when none was ever finished there. Instances are cached: the same one
 * is returned until an update has ended, then a new one at the new commit, which takes over everything the update left
 * unchanged. An earlier instance continues to answer for its own commit. `source` is the repository that was
 * indexed; searching its lines needs it, and it is enough to give it once.
 */
export function openIndex(directory: string, source?: GitSource): CodeIndex | null {
  if (source !== undefined) sources.set(directory, source);
  const identity = identityOf(directory);
  const known = opened.get(directory);
  const state = known !== undefined && known.identity === identity ? stateOf(known) : null;
  if (known !== undefined && state !== null && isOf(state, known.snapshot.index)) return known.snapshot.index;
  opened.delete(directory);
  if (identity === null) return null;
  const fresh = openFresh(directory, identity, state === null ? null : (known ?? null));
  if (fresh === null) return null;
  opened.set(directory, fresh);
  return fresh.snapshot.index;
}

/** Whether there is an index of this version in `directory`, finished or not. */
export function hasIndex(directory: string): boolean {
  return identityOf(directory) !== null;
}

/** Whether the finished index in `directory` was made by another version of the extractor; it can be read all the same. */
export function isIndexOutdated(directory: string): boolean {
  const database = openStoreForReading(directory);
  if (database === null) return false;
  try {
    const state = readState(database);
    return state !== null && state.extractor !== extractorVersion;
  } catch (error) {
    if (isUnfinished(error)) return false;
    throw error;
  } finally {
    database.close();
  }
}

/** A first run may be under way and its tables not be there; a broken file is rebuilt by the next update. */
function isUnfinished(error: unknown): boolean {
  return isDamaged(error) || (error instanceof Error && error.message.includes("no such table"));
}

function isOf(state: IndexState, { commit, indexedAt }: CodeIndex): boolean {
  return state.commit === commit && state.indexedAt === indexedAt;
}

/** Null also for a file that is no longer readable. */
function stateOf({ database }: Opened): IndexState | null {
  try {
    return readState(database);
  } catch (error) {
    if (isDamaged(error)) return null;
    throw error;
  }
}

function openFresh(directory: string, identity: string, former: Opened | null): Opened | null {
  const database = former?.database ?? openStoreForReading(directory);
  if (database === null) return null;
  const release = (): void => {
    const current = opened.get(directory);
    // The connection of an instance that was followed by another belongs to that one now.
    if (current?.database === database && current !== fresh) return;
    if (current === fresh) {
      opened.delete(directory);
      sources.delete(directory);
    }
    if (database.isOpen) database.close();
  };
  let fresh: Opened | null = null;
  try {
    const snapshot = openSnapshot(
      database,
      release,
      former?.snapshot.carry() ?? null,
      () => sources.get(directory) ?? null,
    );
    if (snapshot !== null) return (fresh = { snapshot, database, identity });
  } catch (error) {
    database.close();
    if (isUnfinished(error)) return null;
    throw error;
  }
  database.close();
  return null;
}

function identityOf(directory: string): string | null {
  const file = statSync(storePath(directory), { throwIfNoEntry: false });
  return file === undefined ? null : `${file.ino} ${file.birthtimeMs}`;
}
