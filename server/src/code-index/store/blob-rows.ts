import type { DatabaseSync, SQLInputValue } from "node:sqlite";

import type { ParsedBlob } from "#server/code-index/analysis/parse/parse-blob.ts";

/**
 * Raised whenever extraction, term counting or what digests of facts are made of changes: after the next start all repositories
 * are then read anew in the background, while readers keep what they have until the run has ended. What sections list
 * takes its new digest over where the commit is the same.
 */
export const extractorVersion = 38;

/** The stored name of a variant carries the extractor's version. */
export function storedVariant(variant: string): string {
  return `${extractorVersion}:${variant}`;
}

/** Columns that depend on the content of a blob alone, so that rows can be copied between indexes. */
export const blobColumns = [
  "oid", "variant", "size", "language", "content_kind", "lines", "problem", "symbols", "endpoints", "schemas",
  "config_keys", "scripts", "trigrams", "terms", "links", "facts",
] as const; // prettier-ignore

/** Values in the order of `blobColumns`. */
export type BlobRow = SQLInputValue[];

/** Stores a batch in one transaction. Blobs that are there already stay as they are. */
export function insertBlobs(database: DatabaseSync, blobs: readonly ParsedBlob[]): void {
  insertBlobRows(
    database,
    blobs.map((blob) => [
      Buffer.from(blob.oid, "hex"), storedVariant(blob.variant), blob.size, blob.language, blob.contentKind, blob.lines,
      blob.problem, blob.symbols, blob.endpoints, blob.schemas, blob.configKeys, blob.scripts, blob.trigrams, blob.terms,
      blob.links, blob.facts,
    ]), // prettier-ignore
  );
}

/** Symbols of those of the files whose blobs are stored. */
export function sumSymbols(database: DatabaseSync, files: readonly { oid: string; variant: string }[]): number {
  const find = database.prepare("SELECT symbols FROM blobs WHERE oid = ? AND variant = ?");
  return files.reduce((sum, { oid, variant }) => {
    const row = find.get(Buffer.from(oid, "hex"), storedVariant(variant));
    return sum + Number(row?.["symbols"] ?? 0);
  }, 0);
}

/** Like `insertBlobs`, for rows copied from another index. `left_at` is 0: no file refers to the blob yet. */
export function insertBlobRows(database: DatabaseSync, rows: readonly BlobRow[]): void {
  const insert = database.prepare(
    `INSERT OR IGNORE INTO blobs (${blobColumns.join(", ")}, left_at) VALUES (${blobColumns.map(() => "?").join(", ")}, 0)`,
  );
  inTransaction(database, () => {
    for (const row of rows) insert.run(...row);
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
