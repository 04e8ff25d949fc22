import type { DatabaseSync } from "node:sqlite";

import type { FailedFile } from "../code-index.ts";

/** Counts over the files of the stored commit. */
export interface IndexTotals {
  files: number;
  symbols: number;
  failedFiles: FailedFile[];
}

/** Reads the counts that a finished run reports. */
export function readTotals(database: DatabaseSync): IndexTotals {
  const totals = database
    .prepare(
      "SELECT count(*) AS files, coalesce(sum(symbols), 0) AS symbols FROM files JOIN blobs ON blobs.id = files.blob",
    )
    .get();
  return {
    files: Number(totals?.["files"] ?? 0),
    symbols: Number(totals?.["symbols"] ?? 0),
    failedFiles: readFailedFiles(database),
  };
}

/** Files that could not be parsed in full; binary content is listed as such and no failure. */
function readFailedFiles(database: DatabaseSync): FailedFile[] {
  const rows = database
    .prepare(
      "SELECT path, problem FROM files JOIN blobs ON blobs.id = files.blob WHERE problem IS NOT NULL AND coalesce(content_kind, '') <> 'binary' ORDER BY path",
    )
    .all();
  return rows.map((row) => ({ path: String(row["path"]), reason: String(row["problem"]) }));
}
