import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** A change of layout takes a new name; files of former ones go with the first opening for writing. */
const fileName = "index-v4.sqlite";

const schema = `
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS blobs (
  id INTEGER PRIMARY KEY AUTOINCREMENT, oid BLOB NOT NULL, variant TEXT NOT NULL, size INTEGER NOT NULL, language TEXT,
  content_kind TEXT, lines INTEGER NOT NULL, problem TEXT, symbols INTEGER NOT NULL, endpoints INTEGER NOT NULL,
  schemas INTEGER NOT NULL, config_keys INTEGER NOT NULL, scripts INTEGER NOT NULL, left_at INTEGER,
  trigrams BLOB, terms BLOB, links BLOB, facts BLOB NOT NULL
);
CREATE UNIQUE INDEX IF NOT EXISTS blobs_key ON blobs (oid, variant);
CREATE INDEX IF NOT EXISTS blobs_left ON blobs (left_at) WHERE left_at IS NOT NULL;
CREATE INDEX IF NOT EXISTS blobs_failed ON blobs (id) WHERE problem IS NOT NULL AND coalesce(content_kind, '') <> 'binary';
CREATE TABLE IF NOT EXISTS files (path TEXT PRIMARY KEY, blob INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS files_blob ON files (blob);
CREATE TABLE IF NOT EXISTS commits (id INTEGER PRIMARY KEY, count INTEGER NOT NULL, keys BLOB NOT NULL, data BLOB NOT NULL);
`;

/**
 * Opens the index file for writing, made when missing. A file that is no longer readable is thrown away: it is derived.
 */
export function openStoreForWriting(directory: string): DatabaseSync {
  mkdirSync(directory, { recursive: true });
  removeFormer(directory);
  try {
    return prepare(directory);
  } catch (error) {
    if (!isDamaged(error)) throw error;
    for (const suffix of ["", "-wal", "-shm"]) rmSync(storePath(directory) + suffix, { force: true });
    return prepare(directory);
  }
}

function removeFormer(directory: string): void {
  const former = readdirSync(directory).filter(
    (name) => /^index-v\d+\.sqlite/.test(name) && !name.startsWith(fileName),
  );
  for (const name of former) rmSync(join(directory, name), { force: true });
}

/** The path of a directory's index file. */
export function storePath(directory: string): string {
  return join(directory, fileName);
}

/** Opens the index file for reading; null when there is none. */
export function openStoreForReading(directory: string): DatabaseSync | null {
  const path = storePath(directory);
  if (!existsSync(path)) return null;
  return new DatabaseSync(path, { timeout: 10_000 });
}

/** Whether the file itself is broken, as against busy or out of space. */
export function isDamaged(error: unknown): boolean {
  const code = (error as { errcode?: number }).errcode;
  // SQLITE_CORRUPT and SQLITE_NOTADB.
  return code !== undefined && ((code & 0xff) === 11 || (code & 0xff) === 26);
}

function prepare(directory: string): DatabaseSync {
  const database = new DatabaseSync(storePath(directory), { timeout: 10_000 });
  try {
    database.exec(
      "PRAGMA page_size = 8192; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -32000",
    );
    database.exec(schema);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
