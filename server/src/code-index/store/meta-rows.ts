import type { DatabaseSync } from "node:sqlite";

/** The state of an index after its last completed run. */
export interface IndexState {
  commit: string;
  /** ISO 8601, UTC. */
  indexedAt: string;
  /** Version of the extractor that parsed all its blobs. */
  extractor: number;
  totals: IndexTotals;
}

/** Totals that each run updates by what it changed, so that nothing has to be counted in full. */
export interface IndexTotals {
  files: number;
  /** Number of different blobs of files, by content and variant. */
  blobs: number;
  symbols: number;
  commits: number;
}

/** Reads the state that the last completed run wrote; null before the first one has ended. */
export function readState(database: DatabaseSync): IndexState | null {
  const row = database.prepare("SELECT value FROM meta WHERE key = 'state'").get();
  return row === undefined ? null : (JSON.parse(String(row["value"])) as IndexState);
}

/** The last step of the transaction that completes a run. */
export function writeState(database: DatabaseSync, state: IndexState): void {
  database.prepare("INSERT OR REPLACE INTO meta (key, value) VALUES ('state', ?)").run(JSON.stringify(state));
}
