import { randomUUID } from "node:crypto";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

import { runGit } from "#server/platform/git/process/run-git.ts";

import { fetchMirror } from "./fetch-mirror.ts";
import { pullBranches, type PullOptions, type PullResult } from "./pull-branches.ts";

/**
 * Makes a bare mirror of the remote's branches at `directory`, which exists afterwards in full or not at all. A mirror
 * that is already there is brought up to date, so a clone that was cut off is repeated by calling this again. The
 * caller sees to it that nobody else works on the same directory.
 */
export async function cloneMirror(options: PullOptions & { directory: string }): Promise<PullResult> {
  const { directory } = options;
  await removeUnfinished(directory);
  if (await exists(directory)) return fetchMirror(options);
  const unfinished = `${directory}${unfinishedMark}${randomUUID()}`;
  try {
    await mkdir(unfinished, { recursive: true });
    await runGit({
      directory: unfinished,
      args: ["init", "--quiet", "--bare", "--template=", "--initial-branch=main"],
      signal: options.signal,
    });
    const result = await pullBranches(unfinished, options);
    await rename(unfinished, directory);
    return result;
  } finally {
    await removeUnfinished(directory);
  }
}

/**
 * Between the mirror's name and a random id, so that a git left over from a killed server never writes into a new
 * clone.
 */
const unfinishedMark = ".unfinished-";

/**
 * Removes this clone's folder if it failed, and those of killed servers. Called before and after a clone, since a git
 * that outlived its server makes its folder anew when it opens its first pack after the removal.
 */
async function removeUnfinished(directory: string): Promise<void> {
  const siblings = await readdir(dirname(directory)).catch(() => []);
  const leftovers = siblings.filter((name) => name.startsWith(basename(directory) + unfinishedMark));
  await Promise.all(
    leftovers.map((name) => rm(join(dirname(directory), name), { recursive: true, force: true, maxRetries: 3 })),
  );
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
