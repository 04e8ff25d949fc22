import type { DatabaseSync } from "node:sqlite";

import type { ParsedBlob } from "../parse/parse-blob.ts";

/**
 * Raised whenever extraction or term counting changes: blobs parsed by an older version are then parsed again, while
 * readers keep what they have until the run has ended.
 */
const extractorVersion = 2;

/** The stored name of a variant carries the extractor's version. */
export function storedVariant(variant: string): string {
  return `${extractorVersion}:${variant}`;
}

/** Stores a batch in one transaction. Blobs that are there already stay as they are. */
export function insertBlobs(database: DatabaseSync, blobs: readonly ParsedBlob[]): void {
  const insert = database.prepare(
    "INSERT OR IGNORE INTO blobs (oid, variant, language, content_kind, lines, problem, symbols, endpoints, schemas, config_keys, scripts, left_at, terms, links, facts) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?)",
  );
  inTransaction(database, () => {
    for (const blob of blobs) {
      insert.run(
        Buffer.from(blob.oid, "hex"), storedVariant(blob.variant), blob.language, blob.contentKind, blob.lines, blob.problem,
        blob.symbols, blob.endpoints, blob.schemas, blob.configKeys, blob.scripts, blob.terms, blob.links, blob.facts,
      ); // prettier-ignore
    }
  });
}

/** Runs `work` as one transaction that no other writer interleaves. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    database.exec("ROLLBACK");
    throw error;
  }
}
