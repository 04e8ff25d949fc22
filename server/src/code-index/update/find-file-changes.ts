import type { DatabaseSync } from "node:sqlite";

import { variantOfPath } from "#server/code-index/analysis/text/classify-path.ts";
import { compareFiles } from "#server/code-index/store/file-rows.ts";
import type { FileChanges, WantedFile } from "#server/code-index/store/file-rows.ts";
import type { GitSource, TreeChange, TreeEntry } from "#server/git-source.ts";

/** The changes to the list of files: from git's diff where possible, by listing the whole tree otherwise. */
export async function findFileChanges(
  database: DatabaseSync,
  { source, commit, signal }: { source: GitSource; commit: string; signal?: AbortSignal },
  changes: readonly TreeChange[] | null,
): Promise<FileChanges> {
  if (changes !== null && !changes.some(isAmbiguous)) return toFileChanges(changes);
  return compareFiles(database, listFiles(await source.listTree(commit, signal)));
}

/** Two paths whose bytes are no text look alike once decoded, and what becomes of one says nothing of the other. */
function isAmbiguous({ path }: TreeChange): boolean {
  return path.includes("\ufffd");
}

function toFileChanges(changes: readonly TreeChange[]): FileChanges {
  const placed: WantedFile[] = [];
  const removed: string[] = [];
  for (const { path, entry } of changes) {
    if (entry !== null && isFile(entry)) placed.push({ path, oid: entry.oid, variant: variantOfPath(path) });
    else removed.push(path);
  }
  return { placed, removed };
}

function listFiles(tree: readonly TreeEntry[]): Map<string, WantedFile> {
  return new Map(tree.filter(isFile).map(({ path, oid }) => [path, { path, oid, variant: variantOfPath(path) }]));
}

/** Regular files; symbolic links and submodules hold no content of this repository. */
function isFile({ mode }: { mode: string }): boolean {
  return mode.startsWith("100");
}
