import { randomUUID } from "node:crypto";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";

import { initBare } from "./init-bare.ts";

/**
 * Makes a bare repository without a commit; it exists afterwards in full or not at all, and an existing one stays as it
 * is. Of several callers at once, also in several processes, one makes it and all find it made.
 */
export async function createRepository(directory: string, { signal }: { signal?: AbortSignal }): Promise<void> {
  if (await exists(directory)) return;
  const unfinished = `${directory}${unfinishedMark}-${randomUUID()}`;
  try {
    await mkdir(unfinished, { recursive: true });
    await initBare(unfinished, signal);
    // Fails when another caller's repository is already there: its folder is never empty.
    await rename(unfinished, directory);
  } catch (error) {
    if (!(await exists(directory))) throw error;
  } finally {
    await remove(unfinished);
  }
  await removeUnfinished(directory);
}

const unfinishedMark = ".unfinished";

/** Once the repository exists, all other attempts are useless: those that were killed, and those still running. */
async function removeUnfinished(directory: string): Promise<void> {
  const parent = path.dirname(directory);
  const beside = await readdir(parent).catch(() => []);
  const leftovers = beside.filter((name) => name.startsWith(`${path.basename(directory)}${unfinishedMark}`));
  await Promise.all(leftovers.map((name) => remove(path.join(parent, name))));
}

function remove(directory: string): Promise<void> {
  return rm(directory, { recursive: true, force: true, maxRetries: 3 });
}

function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
