/**
 * What the code index needs of git, without processes and without the path of a mirror. `platform/git` provides it for a
 * bare mirror; both import this file, and neither imports the other.
 */
export interface GitSource {
  /** Every entry of the commit's tree, recursively, in git's order. Directories are not listed. */
  listTree(commit: string, signal?: AbortSignal): Promise<TreeEntry[]>;
  /**
   * What differs between two commits, each path once and a rename as its two paths; null when the repository does not
   * have `from` or more than `limit` commits differ.
   */
  compareCommits(
    from: string,
    to: string,
    options: { limit: number; signal?: AbortSignal },
  ): Promise<CommitComparison | null>;
  /** The wanted blobs, in the given order; the list may still be incomplete, so that git can start meanwhile. */
  readBlobs(
    oids: readonly string[] | Promise<readonly string[]>,
    options?: ReadBlobsOptions,
  ): AsyncIterable<BlobContent>;
  /** The newest commits by time that are reachable from `commit`, at least `limit` if there are as many; no merges. */
  readLog(commit: string, options: { limit: number; signal?: AbortSignal }): AsyncIterable<CommitRecord>;
}

export interface ReadBlobsOptions {
  /** A blob over this comes with `bytes: null` and is not read; a function says it for each blob. */
  maxBytes?: number | ((oid: string) => number);
  signal?: AbortSignal | undefined;
}

export interface TreeEntry {
  /** Repository path with forward slashes; may hold any byte git allows, decoded as UTF-8. */
  path: string;
  oid: string;
  /** "100644" file, "100755" executable, "120000" symbolic link, "160000" commit of a submodule. */
  mode: string;
  /** Bytes; 0 for submodules. */
  size: number;
}

export interface TreeChange {
  path: string;
  /** The entry at the path now; null when there is none. */
  entry: { oid: string; mode: string } | null;
}

export interface BlobContent {
  oid: string;
  /** Bytes as stored, whether or not the content came along; 0 where it is missing. */
  size: number;
  bytes: Buffer | null;
  /** The repository does not have it: a partial or damaged copy. */
  isMissing?: true;
}

export interface CommitRecord {
  oid: string;
  authorName: string;
  authorEmail: string;
  /** ISO 8601 with offset. */
  committedAt: string;
  subject: string;
  /** May be empty. */
  body: string;
  /** Changed paths, new names for renames. */
  paths: string[];
}

export interface CommitComparison {
  files: TreeChange[];
  /** Commits that only the new commit reaches, merges left out. */
  came: CommitRecord[];
  /** Commits that only the former one reaches, merges left out: not empty after a force-push. */
  gone: CommitRecord[];
}
