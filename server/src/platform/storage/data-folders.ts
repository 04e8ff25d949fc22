import { createHash } from "node:crypto";
import { chmod, mkdir } from "node:fs/promises";
import path from "node:path";

import { hasIndex, openIndex } from "#server/code-index/snapshot/open-index.ts";
import type { IndexFolder, MirrorFolder } from "#server/ctx.ts";

import { listBranchIndexes, removeBranchIndex } from "./branch-indexes.ts";
import { removeFolder } from "./remove-folder.ts";
import { warmRecentIndexes } from "./warm-recent-indexes.ts";

/**
 * Makes the data directory and the folders below it that hold people's code, which no other account of the machine may
 * read. The directory itself stays passable: an embedded database runs as another account on a folder in it.
 */
export async function makePrivateFolders(dataDirectory: string): Promise<void> {
  for (const name of ["repositories", "mirrors", "contexts", "indexes"]) {
    const folder = path.join(dataDirectory, name);
    await mkdir(folder, { recursive: true });
    await chmod(folder, 0o700);
  }
}

/** The folder of a repository that this server hosts itself. Unlike a mirror it cannot be made again. */
export function hostedDirectory(dataDirectory: string, repositoryId: string): string {
  return path.join(dataDirectory, "repositories", `${repositoryId}.git`);
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

/** Derived indexes below the data directory; removing one only costs the time to build it again. */
export function createIndexFolder(dataDirectory: string): IndexFolder {
  const directory = (repositoryId: string) => path.join(dataDirectory, "indexes", repositoryId);
  // Named so that `removeFolder` takes it along with the index beside it.
  const branches = (repositoryId: string) => `${directory(repositoryId)}.branches`;
  const used = new Set<string>();
  return {
    directory,
    open(repositoryId, source) {
      used.add(repositoryId);
      return openIndex(directory(repositoryId), source);
    },
    has: (repositoryId) => hasIndex(directory(repositoryId)),
    warm(repositoryId) {
      if (!used.has(repositoryId)) return;
      const index = openIndex(directory(repositoryId));
      // Nobody waits for it, and nobody misses it where lines were not searched yet.
      index
        ?.prepare()
        .then(() => index.warmLines())
        .catch(() => {});
    },
    warmRecent: (signal) => warmRecentIndexes(path.join(dataDirectory, "indexes"), signal),
    branchDirectory(repositoryId, branchName, generation) {
      const name = createHash("sha256").update(`${generation} ${branchName}`).digest("hex").slice(0, 32);
      return path.join(branches(repositoryId), name);
    },
    async remove(repositoryId) {
      used.delete(repositoryId);
      for (const { directory: branch } of await listBranchIndexes(branches(repositoryId)))
        await removeBranchIndex(branch);
      openIndex(directory(repositoryId))?.close();
      await removeFolder(directory(repositoryId));
    },
  };
}
