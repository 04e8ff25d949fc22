import type { DatabaseSync } from "node:sqlite";

/** What the index says of itself; null before the first run ended. */
export interface IndexState {
  commit: string;
  /** ISO 8601, UTC. */
  indexedAt: string;
  /** Version of the extractor that parsed all its blobs. */
  extractor: number;
  totals: IndexTotals;
}

/** Counts that every run carries on, so that none has to be made by reading everything. */
export interface IndexTotals {
  files: number;
  /** Number of different blobs of files, by content and variant. */
  blobs: number;
  symbols: number;
  commits: number;
}

/** Reads the state last committed. */
export function readState(database: DatabaseSync): IndexState | null {
  const row = database.prepare("SELECT value FROM meta WHERE key = 'state'").get();
  return row === undefined ? null : (JSON.parse(String(row["value"])) as IndexState);
}

/** Writes the state as the last step of the closing transaction. */
export function writeState(database: DatabaseSync, state: IndexState): void {
  database.prepare("INSERT OR REPLACE INTO meta (key, value) VALUES ('state', ?)").run(JSON.stringify(state));
}
