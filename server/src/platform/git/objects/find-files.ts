import { notFound } from "@cairn/contract/errors";

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

/** By directory and commit, the one used last at the end. */
const kept = new Map<string, CachedPathList>();

interface CachedPathList {
  list: Promise<PathList>;
  /** 0 until the list is there. */
  pathCount: number;
}

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
  return rankPaths(await unlessAborted(keepPaths(directory, commit), signal), query, limit);
}

/** All callers for one commit share one listing, so no single caller can cancel it. */
function keepPaths(directory: string, commit: string): Promise<PathList> {
  const key = `${directory}\0${commit}`;
  const known = kept.get(key);
  const entry = known ?? { list: listPaths(directory, commit), pathCount: 0 };
  kept.delete(key);
  kept.set(key, entry);
  if (known === undefined) void settle(key, entry);
  return entry.list;
}

async function settle(key: string, entry: CachedPathList): Promise<void> {
  try {
    entry.pathCount = (await entry.list).paths.length;
    forgetOldest();
  } catch {
    // The callers get the error; the next call tries again.
    kept.delete(key);
  }
}

function forgetOldest(): void {
  const countPaths = () => [...kept.values()].reduce((total, { pathCount }) => total + pathCount, 0);
  for (const key of kept.keys()) {
    if (kept.size <= maxKept && countPaths() <= maxKeptPaths) return;
    kept.delete(key);
  }
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
