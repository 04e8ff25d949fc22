import type { DatabaseSync } from "node:sqlite";

import { storedVariant } from "./blob-rows.ts";
import type { IndexTotals } from "./meta-rows.ts";

/** A file of the wanted commit, before its blob's row is known. */
export interface WantedFile {
  path: string;
  oid: string;
  variant: string;
}

/** What an update does to the list of files. A file that changes nothing may be among them. */
export interface FileChanges {
  placed: readonly WantedFile[];
  removed: readonly string[];
}

/**
 * Blobs that no file uses are kept up to this share of those in use, so that switching back and forth costs nothing.
 */
const keptShare = 0.25;
const keptAtLeast = 500;

/** How the stored list of files has to change to become this one. */
export function compareFiles(database: DatabaseSync, files: ReadonlyMap<string, WantedFile>): FileChanges {
  const rows = database
    .prepare("SELECT path, lower(hex(oid)) AS oid, variant FROM files JOIN blobs ON blobs.id = files.blob")
    .all();
  const same = new Set<string>();
  const removed: string[] = [];
  for (const row of rows) {
    const path = String(row["path"]);
    const file = files.get(path);
    if (file === undefined) removed.push(path);
    else if (file.oid === row["oid"] && storedVariant(file.variant) === row["variant"]) same.add(path);
  }
  return { placed: [...files.values()].filter(({ path }) => !same.has(path)), removed };
}

/** Which of the wanted blobs are not stored yet, each key once. */
export function findMissing(database: DatabaseSync, files: readonly WantedFile[]): WantedFile[] {
  const find = database.prepare("SELECT id FROM blobs WHERE oid = ? AND variant = ?");
  const missing = new Map<string, WantedFile>();
  for (const file of files) {
    const key = `${file.oid} ${file.variant}`;
    if (!missing.has(key) && find.get(Buffer.from(file.oid, "hex"), storedVariant(file.variant)) === undefined)
      missing.set(key, file);
  }
  return [...missing.values()];
}

/**
 * Brings the list of files to the new commit and `totals` with it; unused blobs beyond a bound go. In a transaction.
 */
export function applyFileChanges(
  database: DatabaseSync,
  { placed, removed }: FileChanges,
  totals: Omit<IndexTotals, "commits">,
): Omit<IndexTotals, "commits"> {
  const { files, symbols } = totals;
  const find = database.prepare("SELECT id, symbols FROM blobs WHERE oid = ? AND variant = ?");
  const findFormer = database.prepare(
    "SELECT blob, symbols FROM files JOIN blobs ON blobs.id = files.blob WHERE path = ?",
  );
  const upsert = database.prepare("INSERT OR REPLACE INTO files (path, blob) VALUES (?, ?)");
  const remove = database.prepare("DELETE FROM files WHERE path = ?");
  const next = { files, symbols };
  const [entered, left] = [new Set<number>(), new Set<number>()];
  const leave = (path: string): void => {
    const former = findFormer.get(path);
    if (former === undefined) return;
    next.files -= 1;
    next.symbols -= Number(former["symbols"]);
    left.add(Number(former["blob"]));
  };
  for (const file of placed) {
    const row = find.get(Buffer.from(file.oid, "hex"), storedVariant(file.variant));
    if (row === undefined) throw new Error(`The blob ${file.oid} of ${file.path} was not stored`);
    leave(file.path);
    upsert.run(file.path, row["id"] ?? null);
    next.files += 1;
    next.symbols += Number(row["symbols"]);
    entered.add(Number(row["id"]));
  }
  for (const path of removed) {
    leave(path);
    remove.run(path);
  }
  const blobs = totals.blobs + markUse(database, { entered, left });
  prune(database, next.files);
  return { ...next, blobs };
}

/** Records since when a blob is unused; returns how many more are in use than before. */
function markUse(
  database: DatabaseSync,
  { entered, left }: { entered: ReadonlySet<number>; left: ReadonlySet<number> },
): number {
  const enter = database.prepare("UPDATE blobs SET left_at = NULL WHERE id = ? AND left_at IS NOT NULL");
  const leave = database.prepare(
    "UPDATE blobs SET left_at = ? WHERE id = ? AND left_at IS NULL AND NOT EXISTS (SELECT 1 FROM files WHERE blob = blobs.id)",
  );
  const now = Date.now();
  let more = 0;
  for (const blob of entered) more += Number(enter.run(blob).changes);
  for (const blob of left) more -= Number(leave.run(now, blob).changes);
  return more;
}

function prune(database: DatabaseSync, files: number): void {
  const kept = Math.max(keptAtLeast, Math.round(files * keptShare));
  database
    .prepare(
      "DELETE FROM blobs WHERE id IN (SELECT id FROM blobs WHERE left_at IS NOT NULL ORDER BY left_at DESC, id DESC LIMIT -1 OFFSET ?)",
    )
    .run(kept);
}
