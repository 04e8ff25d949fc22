import { notFound } from "@cairn/contract/errors";
import { LRUCache } from "lru-cache";

import { runGit } from "#server/platform/git/process/run-git.ts";
import { unlessAborted } from "#server/platform/git/process/unless-aborted.ts";

import { preparePaths, rankPaths, type PathList, type RankedPath } from "./rank-paths.ts";
import { isObjectId } from "./resolve-commit.ts";

/** Commits whose paths are kept at hand; a commit never changes. */
const maxKept = 8;
/** Of all kept commits together; a path takes about 200 bytes. */
const maxKeptPaths = 500_000;
/** Of one listing; a million paths of usual length. */
const maxListingBytes = 64 * 1024 * 1024;

/** By directory and commit, weighed by its paths. */
const lists = new LRUCache<string, PathList, { directory: string; commit: string }>({
  max: maxKept,
  maxSize: maxKeptPaths,
  // Nothing but whole numbers above 0 is a size.
  sizeCalculation: ({ paths }) => paths.length + 1,
  ignoreFetchAbort: true,
  fetchMethod: async (_key, _stale, { context: { directory, commit } }) => await listPaths(directory, commit),
});

/**
 * Files of a commit whose path holds the letters of `query` in that order, best first. The first call on a commit lists
 * its paths; later ones ask git nothing.
 */
export async function findFiles(
  directory: string,
  wanted: { commit: string; query: string; limit: number; signal?: AbortSignal },
): Promise<RankedPath[]> {
  const { commit, query, limit, signal } = wanted;
  if (!isObjectId(commit)) throw notFound("Commit");
  // All callers for one commit share one listing, so no single caller can cancel it.
  const list = lists.forceFetch(`${directory}\0${commit}`, { context: { directory, commit } });
  return rankPaths(await unlessAborted(list, signal), query, limit);
}

async function listPaths(directory: string, commit: string): Promise<PathList> {
  const { stdout } = await runGit({
    directory,
    args: ["ls-tree", "-r", "-z", "--name-only", "--full-tree", "--end-of-options", commit],
    maxOutputBytes: maxListingBytes,
  });
  const paths = stdout.toString("utf8").split("\0");
  paths.pop();
  return preparePaths(paths);
}
