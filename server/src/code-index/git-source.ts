/**
 * What the code index needs of git: a port, so that the index knows neither processes nor where a mirror lies.
 * `platform/git` provides it for a bare mirror.
 */
export interface GitSource {
  /** Every entry of the commit's tree, recursively, in git's order. Directories are not listed. */
  listTree(commit: string, signal?: AbortSignal): Promise<TreeEntry[]>;
  /** The wanted blobs, in the order asked. A blob over `maxBytes` comes with `bytes: null`. */
  readBlobs(oids: readonly string[], options?: { maxBytes?: number; signal?: AbortSignal }): AsyncIterable<BlobContent>;
  /** Newest first, at most `limit` commits reachable from `commit`; merges are left out. */
  readLog(commit: string, options: { limit: number; signal?: AbortSignal }): AsyncIterable<CommitRecord>;
  /**
   * Commits reachable from `commit` and not from `ancestor`, merges left out, at most `limit`; null when `ancestor` is
   * unknown or not an ancestor, so that history was rewritten. Optional: without it every update reads the whole log.
   */
  readLogSince?(
    commit: string,
    ancestor: string,
    options: { limit: number; signal?: AbortSignal },
  ): Promise<AsyncIterable<CommitRecord> | null>;
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

export interface BlobContent {
  oid: string;
  /** Bytes as stored, whether or not the content came along. */
  size: number;
  bytes: Buffer | null;
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
