import type { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";

import { blobColumns, insertBlobRows, storedVariant } from "./blob-rows.ts";
import type { BlobRow } from "./blob-rows.ts";
import type { WantedFile } from "./file-rows.ts";
import { openStoreForReading } from "./open-store.ts";

const rowsPerBatch = 64;

/**
 * Copies blobs that other indexes have already parsed; returns the files whose blobs none of them has. Blobs that
 * failed are not copied: the cause may be that machine's alone. An unreadable index is skipped.
 * `seedIndexes` are the folders of the indexes.
 */
export async function copyBlobs(
  database: DatabaseSync,
  input: { seedIndexes: readonly string[]; missing: readonly WantedFile[]; signal?: AbortSignal | undefined },
): Promise<WantedFile[]> {
  let missing = [...input.missing];
  for (const directory of input.seedIndexes) {
    const left: WantedFile[] = [];
    for (let start = 0; start < missing.length; start += rowsPerBatch) {
      const batch = missing.slice(start, start + rowsPerBatch);
      const rows = readRows(directory, batch);
      insertBlobRows(
        database,
        rows.filter((row) => row !== null),
      );
      left.push(...batch.filter((_, at) => rows[at] === null));
      await setImmediate();
      input.signal?.throwIfAborted();
    }
    missing = left;
  }
  return missing;
}

/** A row for each file, null where the other index has none. */
function readRows(directory: string, files: readonly WantedFile[]): (BlobRow | null)[] {
  let seed: DatabaseSync | null = null;
  try {
    seed = openStoreForReading(directory);
    const find = seed?.prepare(
      `SELECT ${blobColumns.join(", ")} FROM blobs WHERE oid = ? AND variant = ? AND problem IS NULL`,
    );
    return files.map(({ oid, variant }) => {
      const row = find?.get(Buffer.from(oid, "hex"), storedVariant(variant));
      return row === undefined ? null : blobColumns.map((column) => row[column] ?? null);
    });
  } catch {
    return files.map(() => null);
  } finally {
    seed?.close();
  }
}
