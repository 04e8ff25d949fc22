import { chmod, mkdir } from "node:fs/promises";
import path from "node:path";

import { hasIndex, openIndex } from "../../code-index/open-index.ts";
import type { IndexFolder, MirrorFolder } from "../../ctx.ts";
import { removeFolder } from "./remove-folder.ts";

/**
 * Makes the data directory and the folders below it that hold people's code, which no other account of the machine may
 * read. The directory itself stays passable: an embedded database runs as another account on a folder in it.
 */
export async function makePrivateFolders(dataDirectory: string): Promise<void> {
  for (const name of ["repositories", "mirrors", "indexes"]) {
    const folder = path.join(dataDirectory, name);
    await mkdir(folder, { recursive: true });
    await chmod(folder, 0o700);
  }
}

/** Where a repository lies that this server hosts itself. Unlike a mirror it cannot be made again. */
export function hostedDirectory(dataDirectory: string, repositoryId: string): string {
  return path.join(dataDirectory, "repositories", `${repositoryId}.git`);
}

/** Bare mirrors below the data directory, one folder a repository. */
export function createMirrorFolder(dataDirectory: string): MirrorFolder {
  const directory = (repositoryId: string) => path.join(dataDirectory, "mirrors", `${repositoryId}.git`);
  return {
    directory,
    remove: (repositoryId) => removeFolder(directory(repositoryId)),
  };
}

/** Derived indexes below the data directory; removing one only costs the time to build it again. */
export function createIndexFolder(dataDirectory: string): IndexFolder {
  const directory = (repositoryId: string) => path.join(dataDirectory, "indexes", repositoryId);
  const used = new Set<string>();
  return {
    directory,
    open(repositoryId) {
      used.add(repositoryId);
      return openIndex(directory(repositoryId));
    },
    has: (repositoryId) => hasIndex(directory(repositoryId)),
    warm(repositoryId) {
      // What a search needs is put together by the first one.
      if (used.has(repositoryId)) openIndex(directory(repositoryId))?.search("warm", { limit: 1 });
    },
    async remove(repositoryId) {
      used.delete(repositoryId);
      openIndex(directory(repositoryId))?.close();
      await removeFolder(directory(repositoryId));
    },
  };
}
