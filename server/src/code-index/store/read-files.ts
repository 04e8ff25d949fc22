import type { DatabaseSync } from "node:sqlite";

import type { IndexedFile } from "../code-index.ts";
import { classifyPath } from "../extract/classify-path.ts";
import type { FileKind } from "../facts.ts";

/** A file with what the catalogue says of its blob. */
export interface StoredFile extends IndexedFile {
  /** Row of its blob; rows never change. */
  blob: number;
  problem: string | null;
  symbols: number;
  endpoints: number;
  schemas: number;
  configKeys: number;
  scripts: number;
}

/** All files of the stored commit, sorted by path. */
export function readFiles(database: DatabaseSync): StoredFile[] {
  const rows = database
    .prepare(
      "SELECT path, size, blob, lower(hex(oid)) AS oid, language, content_kind, lines, problem, symbols, endpoints, schemas, config_keys, scripts FROM files JOIN blobs ON blobs.id = files.blob ORDER BY path",
    )
    .all();
  return rows.map((row) => {
    const path = String(row["path"]);
    const kind = (row["content_kind"] as FileKind | null) ?? classifyPath(path).kind;
    return {
      path,
      oid: String(row["oid"]),
      size: Number(row["size"]),
      language: row["language"] as string | null,
      kind,
      lines: Number(row["lines"]),
      blob: Number(row["blob"]),
      problem: row["problem"] as string | null,
      symbols: Number(row["symbols"]),
      endpoints: kind === "test" ? 0 : Number(row["endpoints"]),
      schemas: Number(row["schemas"]),
      configKeys: Number(row["config_keys"]),
      scripts: Number(row["scripts"]),
    };
  });
}
