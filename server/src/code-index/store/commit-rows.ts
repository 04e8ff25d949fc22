import type { DatabaseSync } from "node:sqlite";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";

import type { CommitRecord } from "../git-source.ts";

/** The newest commits that are kept; older history adds next to nothing to ranking. */
export const maxHistoryCommits = 6000;
/** A commit over this many paths (an import, a mass rename) is kept with its first ones. */
const maxPathsPerCommit = 500;
const maxBodyLength = 2000;

/** A commit as read for the index, its record still packed. */
export interface StoredCommit {
  oid: string;
  data: Uint8Array;
}

/** Adds commits, or puts them in place of all others when history was rewritten; keeps the newest. In a transaction. */
export function storeCommits(
  database: DatabaseSync,
  commits: readonly CommitRecord[],
  options: { replaceAll: boolean },
): void {
  if (options.replaceAll) database.exec("DELETE FROM commits");
  const insert = database.prepare("INSERT OR REPLACE INTO commits (oid, at, data) VALUES (?, ?, ?)");
  for (const commit of commits)
    insert.run(
      Buffer.from(commit.oid, "hex"),
      Math.floor(Date.parse(commit.committedAt) / 1000) || 0,
      packCommit(commit),
    );
  database
    .prepare("DELETE FROM commits WHERE oid IN (SELECT oid FROM commits ORDER BY at DESC, oid LIMIT -1 OFFSET ?)")
    .run(maxHistoryCommits);
}

/** Newest first. */
export function readCommits(database: DatabaseSync): StoredCommit[] {
  const rows = database.prepare("SELECT oid, data FROM commits ORDER BY at DESC, oid").all();
  return rows.map((row) => ({
    oid: Buffer.from(row["oid"] as Uint8Array).toString("hex"),
    data: row["data"] as Uint8Array,
  }));
}

/** One record as it came from git, cut to what is kept. */
export function unpackCommit({ oid, data }: StoredCommit): CommitRecord {
  const [authorName, authorEmail, committedAt, subject, body, paths] = JSON.parse(
    zstdDecompressSync(data).toString("utf8"),
  ) as PackedCommit;
  return { oid, authorName, authorEmail, committedAt, subject, body, paths };
}

type PackedCommit = [string, string, string, string, string, string[]];

function packCommit({ authorName, authorEmail, committedAt, subject, body, paths }: CommitRecord): Uint8Array {
  const packed: PackedCommit = [
    authorName,
    authorEmail,
    committedAt,
    subject,
    body.slice(0, maxBodyLength),
    paths.slice(0, maxPathsPerCommit),
  ];
  return zstdCompressSync(JSON.stringify(packed));
}
