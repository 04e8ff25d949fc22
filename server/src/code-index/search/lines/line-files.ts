import type { DatabaseSync } from "node:sqlite";

import type { TrigramBits } from "#server/code-index/analysis/text/trigram-bits.ts";
import type { Steps } from "#server/code-index/runtime/steps.ts";
import type { StoredFile } from "#server/code-index/store/load-files.ts";

import type { HeldText } from "./held-texts.ts";

/** A commit's files made ready for searching their lines; rows never change, so the next snapshot takes over most. */
export interface LineFiles {
  files: readonly StoredFile[];
  /** By file; null where nothing is known of the content. */
  bits: (TrigramBits | null)[];
  /** By file; the text last seen in memory, which may have been evicted since. */
  texts: (HeldText | null)[];
}

/** Reads the trigrams of all files but those that were known to the former snapshot. */
export function* loadLineFiles(
  database: DatabaseSync,
  files: readonly StoredFile[],
  former: LineFiles | null,
): Steps<LineFiles> {
  const known = new Map(former?.files.map((file, number) => [file.blob, number]));
  const readBits = former === null ? readAll(database) : readOne(database);
  const loaded: LineFiles = { files, bits: [], texts: [] };
  for (const { blob } of files) {
    const number = known.get(blob);
    loaded.bits.push((number === undefined ? readBits(blob) : former?.bits[number]) ?? null);
    loaded.texts.push((number === undefined ? null : former?.texts[number]) ?? null);
    yield;
  }
  return loaded;
}

function readOne(database: DatabaseSync): (blob: number) => TrigramBits | null {
  const read = database.prepare("SELECT trigrams FROM blobs WHERE id = ?");
  return (blob) => (read.get(blob)?.["trigrams"] as TrigramBits | null | undefined) ?? null;
}

/** One pass over all rows is much quicker than asking for each. */
function readAll(database: DatabaseSync): (blob: number) => TrigramBits | null {
  const rows = database.prepare("SELECT id, trigrams FROM blobs WHERE trigrams IS NOT NULL").iterate();
  const all = new Map<number, TrigramBits>();
  for (const row of rows) all.set(Number(row["id"]), row["trigrams"] as TrigramBits);
  return (blob) => all.get(blob) ?? null;
}
