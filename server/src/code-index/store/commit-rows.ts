import type { DatabaseSync } from "node:sqlite";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";

import type { CommitRecord } from "#server/git-source.ts";

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

/** What an update does to the stored commits. */
export interface HistoryChanges {
  came: readonly PackedCommitRow[];
  gone: readonly CommitKey[];
  /** The new ones replace all others. */
  isWhole: boolean;
}

/** Where a commit is stored. */
interface CommitKey {
  oid: Uint8Array;
  /** Seconds since 1970. */
  at: number;
}

/** Changes the stored commits and keeps the newest; gives their number. Inside a transaction. */
export function storeCommits(database: DatabaseSync, { came, gone, isWhole }: HistoryChanges, stored: number): number {
  const insert = database.prepare("INSERT OR IGNORE INTO commits (oid, at, data) VALUES (?, ?, ?)");
  const remove = database.prepare("DELETE FROM commits WHERE at = ? AND oid = ?");
  if (isWhole) database.exec("DELETE FROM commits");
  let total = isWhole ? 0 : stored;
  for (const { oid, at } of gone) total -= Number(remove.run(at, oid).changes);
  for (const { oid, at, data } of came) total += Number(insert.run(oid, at, data).changes);
  if (total <= maxHistoryCommits) return total;
  const oldest = database
    .prepare("SELECT at, oid FROM commits ORDER BY at, oid DESC LIMIT ?")
    .all(total - maxHistoryCommits);
  for (const row of oldest) remove.run(row["at"] ?? null, row["oid"] ?? null);
  return maxHistoryCommits;
}

/**
 * Whether commits can be taken away one by one. Not when the store is full and would lose one: older commits, which it
 * does not have, would have to follow.
 */
export function canForget(database: DatabaseSync, gone: readonly CommitKey[], stored: number): boolean {
  if (stored < maxHistoryCommits) return true;
  const find = database.prepare("SELECT 1 FROM commits WHERE at = ? AND oid = ?");
  return gone.every(({ oid, at }) => find.get(at, oid) === undefined);
}

/** Newest first. */
export function readCommits(database: DatabaseSync): StoredCommit[] {
  const rows = database.prepare("SELECT lower(hex(oid)) AS oid, data FROM commits ORDER BY at DESC, oid").all();
  return rows.map(({ oid, data }) => ({ oid: String(oid), data: data as Uint8Array }));
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
export interface PackedCommitRow extends CommitKey {
  data: Uint8Array;
}

/** Packs a commit as it arrives, so that the closing transaction has only to write it. */
export function packCommitRow(commit: CommitRecord): PackedCommitRow {
  return { ...commitKey(commit), data: packCommit(commit) };
}

/** The sort key of a commit. */
export function commitKey({ oid, committedAt }: CommitRecord): CommitKey {
  return { oid: Buffer.from(oid, "hex"), at: Math.floor(Date.parse(committedAt) / 1000) || 0 };
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
