import { rm } from "node:fs/promises";
import path from "node:path";

import { openIndex } from "../../code-index/open-index.ts";
import type { IndexFolder, MirrorFolder } from "../../ctx.ts";

/** Bare mirrors below the data directory, one folder a repository. */
export function createMirrorFolder(dataDirectory: string): MirrorFolder {
  const directory = (repositoryId: string) => path.join(dataDirectory, "mirrors", `${repositoryId}.git`);
  return {
    directory,
    remove: (repositoryId) => rm(directory(repositoryId), { recursive: true, force: true }),
  };
}

/** Derived indexes below the data directory; removing one only costs the time to build it again. */
export function createIndexFolder(dataDirectory: string): IndexFolder {
  const directory = (repositoryId: string) => path.join(dataDirectory, "indexes", repositoryId);
  return {
    directory,
    open: (repositoryId) => openIndex(directory(repositoryId)),
    async remove(repositoryId) {
      openIndex(directory(repositoryId))?.close();
      await rm(directory(repositoryId), { recursive: true, force: true });
    },
  };
}
