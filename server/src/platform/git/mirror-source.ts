import type { GitSource } from "#server/code-index/git-source.ts";

import { compareCommits } from "./compare-commits.ts";
import { listTree } from "./list-tree.ts";
import { readBlobs } from "./read-blobs.ts";
import { readCommitLog } from "./read-commit-log.ts";

/** Gives the code index a bare mirror to read. Readers may stop early; git is ended then. */
export function createMirrorSource(directory: string): GitSource {
  return {
    listTree: (commit, signal) => listTree(directory, commit, { signal }),
    compareCommits: (from, to, options) => compareCommits(directory, { from, to, ...options }),
    readBlobs: (oids, options) => readBlobs(directory, oids, options),
    readLog: (commit, options) => readCommitLog(directory, commit, options),
  };
}
