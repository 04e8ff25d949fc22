import type { GitSource } from "#server/git-source.ts";
import { compareCommits } from "#server/platform/git/diff/compare-commits.ts";
import { readCommitLog } from "#server/platform/git/history/read-commit-log.ts";
import { listTree } from "#server/platform/git/objects/list-tree.ts";
import { readBlobs } from "#server/platform/git/objects/read-blobs.ts";

/** Gives the code index a bare mirror to read. Readers may stop early; git is ended then. */
export function createMirrorSource(directory: string): GitSource {
  return {
    listTree: (commit, signal) => listTree(directory, commit, { signal }),
    compareCommits: (from, to, options) => compareCommits(directory, { from, to, ...options }),
    readBlobs: (oids, options) => readBlobs(directory, oids, options),
    readLog: (commit, options) => readCommitLog(directory, commit, options),
  };
}
