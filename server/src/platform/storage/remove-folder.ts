import { readdir, rm } from "node:fs/promises";
import path from "node:path";

/**
 * Removes a folder, and unfinished ones beside it (its name, a dot and more), which a process that was killed leaves.
 * A missing folder is no failure; while somebody still writes into it, the removal is retried for a moment.
 */
export async function removeFolder(directory: string): Promise<void> {
  const parent = path.dirname(directory);
  const beside = await readdir(parent).catch(() => []);
  const names = beside.filter((name) => name.startsWith(`${path.basename(directory)}.`));
  for (const doomed of [directory, ...names.map((name) => path.join(parent, name))]) {
    await rm(doomed, { recursive: true, force: true, maxRetries: 5 });
  }
}
