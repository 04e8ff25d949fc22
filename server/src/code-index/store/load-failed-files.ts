import type { DatabaseSync } from "node:sqlite";

import type { FailedFile } from "#server/code-index/ports/code-index.ts";

/** Files that could not be parsed in full; binary content is listed as such and no failure. */
export function loadFailedFiles(database: DatabaseSync): FailedFile[] {
  // Starts from the few blobs with a problem, which have an index of their own with this very condition.
  const rows = database
    .prepare(
      "SELECT path, problem FROM blobs CROSS JOIN files ON files.blob = blobs.id WHERE problem IS NOT NULL AND coalesce(content_kind, '') <> 'binary' ORDER BY path",
    )
    .all();
  return rows.map((row) => ({ path: String(row["path"]), reason: String(row["problem"]) }));
}
