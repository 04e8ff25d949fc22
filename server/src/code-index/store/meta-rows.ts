import type { DatabaseSync } from "node:sqlite";

/** What the index says of itself; null before the first run ended. */
export interface IndexState {
  commit: string;
  /** ISO 8601, UTC. */
  indexedAt: string;
}

/** Reads the state last committed. */
export function readState(database: DatabaseSync): IndexState | null {
  const rows = database.prepare("SELECT key, value FROM meta WHERE key IN ('commit', 'indexed_at')").all();
  const values = new Map(rows.map((row) => [String(row["key"]), String(row["value"])]));
  const commit = values.get("commit");
  const indexedAt = values.get("indexed_at");
  return commit === undefined || indexedAt === undefined ? null : { commit, indexedAt };
}

/** Writes the state as the last step of the closing transaction. */
export function writeState(database: DatabaseSync, { commit, indexedAt }: IndexState): void {
  const write = database.prepare("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)");
  write.run("commit", commit);
  write.run("indexed_at", indexedAt);
}
