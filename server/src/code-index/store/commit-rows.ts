import type { DatabaseSync } from "node:sqlite";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";

import type { CommitRecord } from "../git-source.ts";

/** The newest commits that are kept; older history adds next to nothing to ranking. */
export const maxHistoryCommits = 6000;
/** A commit over this many paths (an import, a mass rename) is kept with its first ones. */
const maxPathsPerCommit = 500;
const maxBodyLength = 2000;
/** Smaller records are kept as they are: setting up compression costs more time than it saves space. */
const maxPlainBytes = 500;
/** First byte of a record that is not compressed. */
const openingBracket = 91;

/** A commit as read for the index, its record still packed. */
export interface StoredCommit {
  oid: string;
  data: Uint8Array;
}

/** Adds commits, or puts them in place of all others when history was rewritten; keeps the newest. In a transaction. */
export function storeCommits(
  database: DatabaseSync,
  commits: readonly PackedCommitRow[],
  options: { replaceAll: boolean },
): void {
  if (options.replaceAll) database.exec("DELETE FROM commits");
  const insert = database.prepare("INSERT OR REPLACE INTO commits (oid, at, data) VALUES (?, ?, ?)");
  for (const { oid, at, data } of commits) insert.run(oid, at, data);
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
  const isPlain = data[0] === openingBracket;
  const text = (
    isPlain ? Buffer.from(data.buffer, data.byteOffset, data.byteLength) : zstdDecompressSync(data)
  ).toString();
  const [authorName, authorEmail, committedAt, subject, body, paths] = JSON.parse(text) as PackedCommit;
  return { oid, authorName, authorEmail, committedAt, subject, body, paths };
}

/** A commit ready to be stored. */
export interface PackedCommitRow {
  oid: Uint8Array;
  /** Seconds since 1970. */
  at: number;
  data: Uint8Array;
}

/** Packs a commit as it arrives, so that the closing transaction has only to write it. */
export function packCommitRow(commit: CommitRecord): PackedCommitRow {
  return {
    oid: Buffer.from(commit.oid, "hex"),
    at: Math.floor(Date.parse(commit.committedAt) / 1000) || 0,
    data: packCommit(commit),
  };
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
  const bytes = Buffer.from(JSON.stringify(packed));
  return bytes.length <= maxPlainBytes ? bytes : zstdCompressSync(bytes, { chunkSize: bytes.length + 64 });
}
