import { chmod, mkdir } from "node:fs/promises";
import path from "node:path";

import type { MirrorFolder } from "#server/ctx.ts";

import { removeFolder } from "./remove-folder.ts";

/**
 * Makes the data directory and the folders below it that hold people's code, which no other account of the machine may
 * read. The directory itself stays passable: an embedded database runs as another account on a folder in it.
 */
export async function makePrivateFolders(dataDirectory: string): Promise<void> {
  for (const name of [
    "repositories",
    "mirrors",
    "contexts",
    "indexes",
    "work-copies",
    "kept-installs",
    "runs",
    "bundles",
  ]) {
    const folder = path.join(dataDirectory, name);
    await mkdir(folder, { recursive: true });
    await chmod(folder, 0o700);
  }
}

/** The folder of a repository that this server hosts itself. Unlike a mirror it cannot be made again. */
export function hostedDirectory(dataDirectory: string, repositoryId: string): string {
  return path.join(dataDirectory, "repositories", `${repositoryId}.git`);
}

/** Where bundles of git are unpacked, on the disk of the repositories that they become. */
export function bundleFolder(dataDirectory: string): string {
  return path.join(dataDirectory, "bundles");
}

/** Where the topics of a project's external context lie as a bare repository; derived, as its index is. */
export function contextDirectory(dataDirectory: string, projectId: string): string {
  return path.join(dataDirectory, "contexts", `${projectId}.git`);
}

/** Bare mirrors below the data directory, one folder a repository. */
export function createMirrorFolder(dataDirectory: string): MirrorFolder {
  const directory = (repositoryId: string) => path.join(dataDirectory, "mirrors", `${repositoryId}.git`);
  return {
    directory,
    remove: (repositoryId) => removeFolder(directory(repositoryId)),
  };
}
