import type { DatabaseSync } from "node:sqlite";

import type { CommitRecord } from "#server/git-source.ts";

import {
  findCommit,
  insertCommits,
  joinSmallBlocks,
  keyAt,
  newestFirst,
  readBlocks,
  readRecords,
  removeCommits,
  shortenBlock,
  unpackRecords,
} from "./commit-blocks.ts";
import type { CommitBlock, CommitKey, PackedCommit } from "./commit-blocks.ts";

/** The newest commits that are kept; older history adds next to nothing to ranking. */
export const maxHistoryCommits = 6000;
/** A commit over this many paths (an import, a mass rename) is kept with its first ones. */
const maxPathsPerCommit = 500;
const maxBodyLength = 2000;

/** What an update does to the stored commits. */
export interface HistoryChanges {
  came: readonly PackedCommit[];
  gone: readonly CommitKey[];
  /** The new ones replace all others. */
  isWhole: boolean;
}

/** A commit as read from the index; its record is among those of its block, which are unpacked when one is needed. */
export interface StoredCommit {
  oid: string;
  records: () => readonly string[];
  index: number;
}

/** Changes the stored commits and keeps the newest; gives their number. Inside a transaction. */
export function storeCommits(database: DatabaseSync, { came, gone, isWhole }: HistoryChanges): number {
  if (isWhole) database.exec("DELETE FROM commits");
  removeGone(database, gone);
  const stored = readBlocks(database);
  const unique = new Map(came.map((commit) => [Buffer.from(commit.oid).toString("hex"), commit])).values();
  insertCommits(
    database,
    [...unique].filter((commit) => findCommit(stored, commit) === null),
  );
  joinSmallBlocks(database);
  return keepNewest(database);
}

/**
 * Whether commits can be taken away one by one. Not when the store is full and would lose one: older commits, which it
 * does not have, would have to follow.
 */
export function canForget(database: DatabaseSync, gone: readonly CommitKey[]): boolean {
  const blocks = readBlocks(database);
  return countCommits(blocks) < maxHistoryCommits || gone.every((key) => findCommit(blocks, key) === null);
}

/** Newest first. */
export function readCommits(database: DatabaseSync): StoredCommit[] {
  const commits = readBlocks(database).flatMap((block) => {
    const data = readRecords(database, block);
    let unpacked: readonly string[] | null = null;
    const records = (): readonly string[] => (unpacked ??= unpackRecords(data));
    return Array.from({ length: block.count }, (_, index) => ({ ...keyAt(block, index), records, index }));
  });
  commits.sort(newestFirst);
  return commits.map(({ oid, records, index }) => ({ oid: Buffer.from(oid).toString("hex"), records, index }));
}

/** One record as it came from git, cut to what is kept. */
export function unpackCommit({ oid, records, index }: StoredCommit): CommitRecord {
  const fields = JSON.parse(records()[index] ?? "") as PackedFields;
  const [authorName, authorEmail, committedAt, subject, body, paths] = fields;
  return { oid, authorName, authorEmail, committedAt, subject, body, paths };
}

/** Packs a commit as it arrives, so that the closing transaction has only to write it. */
export function packCommit(commit: CommitRecord): PackedCommit {
  const fields: PackedFields = [
    commit.authorName,
    commit.authorEmail,
    commit.committedAt,
    commit.subject,
    commit.body.slice(0, maxBodyLength),
    commit.paths.slice(0, maxPathsPerCommit),
  ];
  return { ...commitKey(commit), record: JSON.stringify(fields) };
}

/** The sort key of a commit. */
export function commitKey({ oid, committedAt }: CommitRecord): CommitKey {
  return { oid: Buffer.from(oid, "hex"), at: Math.floor(Date.parse(committedAt) / 1000) || 0 };
}

type PackedFields = [string, string, string, string, string, string[]];

function removeGone(database: DatabaseSync, gone: readonly CommitKey[]): void {
  const blocks = readBlocks(database);
  const found = gone.flatMap((key) => findCommit(blocks, key) ?? []);
  for (const [block, list] of Map.groupBy(found, ({ block }) => block))
    removeCommits(database, block, new Set(list.map(({ index }) => index)));
}

/** Removes the oldest beyond the bound; gives the number of those that stay. */
function keepNewest(database: DatabaseSync): number {
  const blocks = readBlocks(database);
  const total = countCommits(blocks);
  const ends = blocks.map((block) => ({ block, kept: block.count }));
  for (let excess = total - maxHistoryCommits; excess > 0; excess -= 1) {
    const oldest = ends.filter(({ kept }) => kept > 0).reduce((one, other) => (isOlder(other, one) ? other : one));
    oldest.kept -= 1;
  }
  for (const { block, kept } of ends) shortenBlock(database, block, kept);
  return Math.min(total, maxHistoryCommits);
}

interface BlockEnd {
  block: CommitBlock;
  /** Commits of the block that stay. */
  kept: number;
}

function isOlder(one: BlockEnd, other: BlockEnd): boolean {
  return newestFirst(keyAt(one.block, one.kept - 1), keyAt(other.block, other.kept - 1)) > 0;
}

function countCommits(blocks: readonly CommitBlock[]): number {
  return blocks.reduce((sum, { count }) => sum + count, 0);
}
