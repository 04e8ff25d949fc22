import { readdir } from "node:fs/promises";
import { join } from "node:path";

import { runGit } from "#server/platform/git/process/run-git.ts";

/** Every fetch adds a pack, and every look-up searches all packs. */
const defaultMaxPacks = 40;
const timeoutMs = 30 * 60_000;

/**
 * Joins small packs once there are too many. Large packs stay as they are, nothing is thrown away, and readers that are
 * at work find the objects in the new pack. The caller sees to it that nobody else writes to the directory.
 */
export async function compactMirror(
  directory: string,
  options: { maxPacks?: number; signal?: AbortSignal } = {},
): Promise<void> {
  const files = await readdir(join(directory, "objects", "pack"));
  const packs = files.filter((name) => name.endsWith(".pack"));
  if (packs.length <= (options.maxPacks ?? defaultMaxPacks)) return;
  await runGit({ directory, args: ["repack", "--geometric=2", "-d", "-q"], timeoutMs, signal: options.signal });
}
