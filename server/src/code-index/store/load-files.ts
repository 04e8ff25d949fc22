import type { DatabaseSync, SQLOutputValue } from "node:sqlite";

import { classifyPath } from "#server/code-index/analysis/text/classify-path.ts";
import type { IndexedFile } from "#server/code-index/ports/code-index.ts";
import type { FileKind } from "#server/code-index/ports/facts.ts";

/** A file with what the catalogue says of its blob. */
export interface StoredFile extends IndexedFile {
  /** Row of its blob; rows never change, and a number is never given twice. */
  blob: number;
  problem: string | null;
  symbols: number;
  endpoints: number;
  schemas: number;
  configKeys: number;
  scripts: number;
}

/** All files of the stored commit, sorted by path. What is said of a path and blob never changes, so `known` is reused. */
export function loadFiles(database: DatabaseSync, known: (path: string) => StoredFile | undefined): StoredFile[] {
  const rows = database.prepare("SELECT path, blob FROM files ORDER BY path").all();
  const read = database.prepare(
    "SELECT size, lower(hex(oid)) AS oid, language, content_kind, lines, problem, symbols, endpoints, schemas, config_keys, scripts FROM blobs WHERE id = ?",
  );
  return rows.map((row) => {
    const path = String(row["path"]);
    const blob = Number(row["blob"]);
    const file = known(path);
    return file?.blob === blob ? file : toFile(path, blob, read.get(blob) ?? {});
  });
}

function toFile(path: string, blob: number, row: Record<string, SQLOutputValue>): StoredFile {
  const kind = (row["content_kind"] as FileKind | null) ?? classifyPath(path).kind;
  return {
    path,
    oid: String(row["oid"]),
    size: Number(row["size"]),
    language: row["language"] as string | null,
    kind,
    lines: Number(row["lines"]),
    blob,
    problem: row["problem"] as string | null,
    symbols: Number(row["symbols"]),
    endpoints: kind === "test" ? 0 : Number(row["endpoints"]),
    schemas: Number(row["schemas"]),
    configKeys: Number(row["config_keys"]),
    scripts: Number(row["scripts"]),
  };
}
