import { createHash } from "node:crypto";
import path from "node:path";

import { hasIndex, isIndexOutdated, openIndex } from "#server/code-index/snapshot/open-index.ts";
import type { IndexFolder } from "#server/ctx.ts";
import { removeFolder } from "#server/platform/storage/remove-folder.ts";

import { listBranchIndexes, removeBranchIndex } from "./branch-indexes.ts";
import { warmRecentIndexes } from "./warm-recent-indexes.ts";

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
    isOutdated: (repositoryId) => isIndexOutdated(directory(repositoryId)),
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
