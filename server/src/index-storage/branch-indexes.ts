import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";

import { openIndex } from "#server/code-index/snapshot/open-index.ts";
import { removeFolder } from "#server/platform/storage/remove-folder.ts";

/** Holds the branch's name; when it was written is when the index was used last. */
const markName = "branch";

/** The name of a single commit's index among those of branches; no branch can have this name. */
export function nameOfCommit(commit: string): string {
  return `@{${commit}}`;
}

export function isNameOfCommit(name: string): boolean {
  return name.startsWith("@{");
}

interface BranchIndex {
  directory: string;
  branchName: string;
}

/** Makes the folder of a branch's index when there is none, and the one that was used last. */
export async function noteBranchUse(directory: string, branchName: string): Promise<void> {
  await mkdir(directory, { recursive: true });
  await writeFile(path.join(directory, markName), branchName);
}

/** Indexes of branches in the folder they share, the one used last first. */
export async function listBranchIndexes(parent: string): Promise<BranchIndex[]> {
  const names = await readdir(parent).catch(() => []);
  const found = await Promise.all(names.map((name) => readMark(path.join(parent, name))));
  return found.filter((one) => one !== null).sort((a, b) => b.usedAt - a.usedAt);
}

async function readMark(directory: string): Promise<(BranchIndex & { usedAt: number }) | null> {
  const mark = path.join(directory, markName);
  try {
    return { directory, branchName: await readFile(mark, "utf8"), usedAt: (await stat(mark)).mtimeMs };
  } catch {
    // Another process may remove it at this moment.
    return null;
  }
}

/** Readers of the index can continue: its file lives until the last of them has closed it. */
export async function removeBranchIndex(directory: string): Promise<void> {
  await removeFolder(directory);
  // Finds nothing, and so closes the one that was open.
  openIndex(directory);
}
