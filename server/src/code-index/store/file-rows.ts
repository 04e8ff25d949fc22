import type { DatabaseSync } from "node:sqlite";

import { storedVariant } from "./blob-rows.ts";

/** A file of the wanted commit, before its blob's row is known. */
export interface WantedFile {
  path: string;
  oid: string;
  variant: string;
  size: number;
}

/** Blobs that no file uses are kept up to this share of those in use, so that switching back and forth costs nothing. */
const keptShare = 0.25;
const keptAtLeast = 500;

/** Which of the wanted blobs are not stored yet, each key once. */
export function findMissing(database: DatabaseSync, files: readonly WantedFile[]): WantedFile[] {
  const current = readCurrentFiles(database);
  const find = database.prepare("SELECT id FROM blobs WHERE oid = ? AND variant = ?");
  const missing = new Map<string, WantedFile>();
  for (const file of files) {
    const known = current.get(file.path);
    if (known !== undefined && known.key === keyOf(file)) continue;
    const key = keyOf(file);
    if (!missing.has(key) && find.get(Buffer.from(file.oid, "hex"), storedVariant(file.variant)) === undefined)
      missing.set(key, file);
  }
  return [...missing.values()];
}

/** Makes the list of files that of the new commit, touching only rows that differ. Runs inside a transaction. */
export function replaceFiles(database: DatabaseSync, files: readonly WantedFile[]): void {
  const current = readCurrentFiles(database);
  const find = database.prepare("SELECT id FROM blobs WHERE oid = ? AND variant = ?");
  const upsert = database.prepare("INSERT OR REPLACE INTO files (path, blob, size) VALUES (?, ?, ?)");
  const remove = database.prepare("DELETE FROM files WHERE path = ?");
  const enter = database.prepare("UPDATE blobs SET left_at = NULL WHERE id = ?");
  const leave = database.prepare(
    "UPDATE blobs SET left_at = ? WHERE id = ? AND NOT EXISTS (SELECT 1 FROM files WHERE blob = blobs.id)",
  );
  const left = new Set<number>();
  const wanted = new Set<string>();
  for (const file of files) {
    wanted.add(file.path);
    const known = current.get(file.path);
    if (known !== undefined && known.key === keyOf(file)) continue;
    const row = find.get(Buffer.from(file.oid, "hex"), storedVariant(file.variant));
    if (row === undefined) throw new Error(`The blob ${file.oid} of ${file.path} was not stored`);
    upsert.run(file.path, row["id"] ?? null, file.size);
    enter.run(row["id"] ?? null);
    if (known !== undefined) left.add(known.blob);
  }
  for (const [path, { blob }] of current) {
    if (wanted.has(path)) continue;
    remove.run(path);
    left.add(blob);
  }
  const now = Date.now();
  for (const blob of left) leave.run(now, blob);
  prune(database, files.length);
}

function prune(database: DatabaseSync, files: number): void {
  const kept = Math.max(keptAtLeast, Math.round(files * keptShare));
  database
    .prepare(
      "DELETE FROM blobs WHERE id IN (SELECT id FROM blobs WHERE left_at IS NOT NULL ORDER BY left_at DESC, id DESC LIMIT -1 OFFSET ?)",
    )
    .run(kept);
}

function readCurrentFiles(database: DatabaseSync): Map<string, { key: string; blob: number }> {
  const rows = database
    .prepare(
      "SELECT files.path, files.blob, hex(blobs.oid) AS oid, blobs.variant FROM files JOIN blobs ON blobs.id = files.blob",
    )
    .all();
  const current = new Map<string, { key: string; blob: number }>();
  for (const row of rows)
    current.set(String(row["path"]), {
      key: `${String(row["oid"]).toLowerCase()} ${String(row["variant"])}`,
      blob: Number(row["blob"]),
    });
  return current;
}

function keyOf({ oid, variant }: WantedFile): string {
  return `${oid} ${storedVariant(variant)}`;
}
