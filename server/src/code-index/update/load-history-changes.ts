import type { DatabaseSync } from "node:sqlite";

import { canForget, commitKey, maxHistoryCommits, packCommitRow } from "#server/code-index/store/commit-rows.ts";
import type { HistoryChanges, PackedCommitRow } from "#server/code-index/store/commit-rows.ts";
import type { CommitComparison, GitSource } from "#server/git-source.ts";

/** The commits that only one of the two sides reaches where that is enough, the whole window otherwise. */
export async function loadHistoryChanges(
  database: DatabaseSync,
  { source, commit, signal }: { source: GitSource; commit: string; signal?: AbortSignal },
  known: { comparison: CommitComparison | null; storedCommits: number },
): Promise<HistoryChanges> {
  const { comparison, storedCommits } = known;
  if (comparison !== null) {
    const gone = comparison.gone.map((record) => commitKey(record));
    if (canForget(database, gone, storedCommits))
      return { came: comparison.came.map((record) => packCommitRow(record)), gone, isWhole: false };
  }
  const came: PackedCommitRow[] = [];
  const options = { limit: maxHistoryCommits, ...(signal && { signal }) };
  for await (const record of source.readLog(commit, options)) came.push(packCommitRow(record));
  return { came, gone: [], isWhole: true };
}
