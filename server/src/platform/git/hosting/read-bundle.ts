import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";

import { runGit } from "#server/platform/git/process/run-git.ts";

import { headOfBundle, readBundleHeader } from "./bundle-header.ts";
import { initBare } from "./init-bare.ts";
import { requireFreeSpace } from "./prepare-push.ts";
import { refuseBundle } from "./refuse-bundle.ts";

/** What arrives, waits for its turn and is unpacked takes an hour and a half at most; a folder this old is of a server that was killed. */
const leftAfterMs = 4 * 3_600_000;
/** How much may arrive before the room on the disk is looked at again. */
const bytesBetweenLooks = 16 * 1024 ** 2;

/** A bundle that somebody sent, unpacked beside all repositories until it is taken. */
export interface ReadBundle {
  /** Bare, with the branches of the bundle. */
  directory: string;
  /** The one that the bundle was made on; null where it does not say. */
  head: string | null;
}

/** A bundle that has arrived whole, and the folder of its own that it lies in. */
interface ReceivedBundle {
  folder: string;
  file: string;
}

/**
 * Receives a file of somebody else in a folder of its own below `parent`, for as long as `use` works with it. It is written to the disk
 * as it arrives, and only while there is room for others' work.
 */
export async function withReceivedBundle<T>(
  bytes: AsyncIterable<Uint8Array>,
  { parent, signal }: { parent: string; signal: AbortSignal },
  use: (received: ReceivedBundle) => Promise<T>,
): Promise<T> {
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(path.join(parent, "bundle-"));
  try {
    const file = path.join(folder, "received.bundle");
    const arriving = whileThereIsRoom(bytes, folder);
    await pipeline(arriving, createWriteStream(file, { flags: "wx", mode: 0o600 }), { signal });
    return await use({ folder, file });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function* whileThereIsRoom(bytes: AsyncIterable<Uint8Array>, folder: string): AsyncGenerator<Uint8Array> {
  let unchecked = bytesBetweenLooks;
  for await (const piece of bytes) {
    unchecked += piece.byteLength;
    if (unchecked >= bytesBetweenLooks) {
      await requireFreeSpace(folder);
      unchecked = 0;
    }
    yield piece;
  }
}

/**
 * Unpacks it beside all repositories. Git checks objects less strictly when it reads them from a bundle, so that they go on from there
 * into a second repository, which checks them as those of a push.
 */
export async function unpackReceived({ folder, file }: ReceivedBundle, signal: AbortSignal): Promise<ReadBundle> {
  const header = await readBundleHeader(file);
  const [unchecked, directory] = [path.join(folder, "unchecked.git"), path.join(folder, "code.git")];
  for (const [source, target] of [
    [file, unchecked],
    [unchecked, directory],
  ] as const) {
    await requireFreeSpace(folder);
    await mkdir(target);
    await initBare(target, signal);
    await fetchBranches(source, target, signal).catch(refuseBundle);
    // A file for each branch would take a block of the disk each.
    await runGit({ directory: target, args: ["pack-refs", "--all", "--prune"], signal });
  }
  return { directory, head: headOfBundle(header) };
}

/** Makes an unpacked bundle the repository of this folder, which must not exist: all of it or nothing. */
export async function takeBundle({ directory: source }: ReadBundle, directory: string): Promise<void> {
  await mkdir(path.dirname(directory), { recursive: true });
  await rename(source, directory);
}

/** Removes what servers that were killed have left of bundles. */
export async function removeLeftBundles(parent: string): Promise<void> {
  for (const name of await readdir(parent).catch(() => [])) {
    const folder = path.join(parent, name);
    const found = await stat(folder).catch(() => null);
    if (found !== null && Date.now() - found.mtimeMs > leftAfterMs) await rm(folder, { recursive: true, force: true });
  }
}

async function fetchBranches(source: string, directory: string, signal: AbortSignal): Promise<void> {
  const args = ["fetch", "--quiet", "--atomic", "--no-tags", "--end-of-options", source, "refs/heads/*:refs/heads/*"];
  await runGit({ directory, allowProtocol: "file", args, signal });
}
