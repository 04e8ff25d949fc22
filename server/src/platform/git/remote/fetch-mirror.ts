import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";

import { compactMirror } from "./compact-mirror.ts";
import { pullBranches, type PullOptions, type PullResult } from "./pull-branches.ts";

/**
 * Updates a mirror and returns which branches changed. Commits that left a branch stay readable, so what was
 * said about them can still be checked. The caller must make sure that nobody else works on the same directory.
 */
export async function fetchMirror(options: PullOptions & { directory: string }): Promise<PullResult> {
  await removeLeftovers(options.directory);
  await compactMirror(options.directory, { signal: options.signal });
  return pullBranches(options.directory, options);
}

/** A git that was killed leaves locks, which would stop the next one, and partial packs, which only use space. */
async function removeLeftovers(directory: string): Promise<void> {
  const [top, refs, packs] = await Promise.all([
    readdir(directory).catch(() => []),
    readdir(join(directory, "refs"), { recursive: true }).catch(() => []),
    readdir(join(directory, "objects", "pack")).catch(() => []),
  ]);
  const leftovers = [
    ...top.filter(isLock),
    ...refs.filter(isLock).map((name) => join("refs", name)),
    ...packs.filter((name) => /^(?:tmp_|\.tmp-)/.test(name)).map((name) => join("objects", "pack", name)),
  ];
  await Promise.all(leftovers.map((name) => rm(join(directory, name), { force: true })));
}

/** No ref may end like this, so nothing else is hit. */
function isLock(name: string): boolean {
  return name.endsWith(".lock");
}
