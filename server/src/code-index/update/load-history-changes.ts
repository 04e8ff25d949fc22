import type { DatabaseSync } from "node:sqlite";

import type { PackedCommit } from "#server/code-index/store/commit-blocks.ts";
import { canForget, commitKey, maxHistoryCommits, packCommit } from "#server/code-index/store/commit-rows.ts";
import type { HistoryChanges } from "#server/code-index/store/commit-rows.ts";
import type { CommitComparison, GitSource } from "#server/git-source.ts";

/** The commits that only one of the two sides reaches where that is enough, the whole window otherwise. */
export async function loadHistoryChanges(
  database: DatabaseSync,
  { source, commit, signal }: { source: GitSource; commit: string; signal?: AbortSignal },
  comparison: CommitComparison | null,
): Promise<HistoryChanges> {
  if (comparison !== null) {
    const gone = comparison.gone.map((record) => commitKey(record));
    if (canForget(database, gone))
      return { came: comparison.came.map((record) => packCommit(record)), gone, isWhole: false };
  }
  const came: PackedCommit[] = [];
  const options = { limit: maxHistoryCommits, ...(signal && { signal }) };
  for await (const record of source.readLog(commit, options)) came.push(packCommit(record));
  return { came, gone: [], isWhole: true };
}
