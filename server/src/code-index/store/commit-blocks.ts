import type { DatabaseSync } from "node:sqlite";
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";

/**
 * Neighbours share authors, words and paths: together they take a quarter of what they would take alone. Larger blocks
 * save little more, and one commit that goes writes its whole block again.
 */
const commitsPerBlock = 256;
/** Each push brings a block of its own; at this many that are not full they are joined. */
const maxSmallBlocks = 64;
const compression = { params: { [constants.ZSTD_c_compressionLevel]: 7 } };
const atBytes = 6;

/** Where a commit stands. */
export interface CommitKey {
  oid: Uint8Array;
  /** Seconds since 1970. */
  at: number;
}

/** A commit ready to be stored. */
export interface PackedCommit extends CommitKey {
  /** JSON in one line. */
  record: string;
}

/** Commits that are stored together, newest first. */
export interface CommitBlock {
  id: number;
  count: number;
  /** Of all its commits, one after the other; looked through as bytes, since a push asks for few of thousands. */
  keys: Buffer;
}

/** All blocks without their records, in no order. */
export function readBlocks(database: DatabaseSync): CommitBlock[] {
  const rows = database.prepare("SELECT id, count, keys FROM commits").all();
  return rows.map(({ id, count, keys }) => ({
    id: Number(id),
    count: Number(count),
    keys: asBuffer(keys as Uint8Array),
  }));
}

/** The block and the index in it of a commit; null where none has it. */
export function findCommit(
  blocks: readonly CommitBlock[],
  key: CommitKey,
): { block: CommitBlock; index: number } | null {
  const wanted = joinKeys([key]);
  for (const block of blocks) {
    const { keys } = block;
    for (let from = keys.indexOf(wanted); from >= 0; from = keys.indexOf(wanted, from + 1))
      if (from % wanted.length === 0) return { block, index: from / wanted.length };
  }
  return null;
}

/** The key of a commit of the block. */
export function keyAt({ keys, count }: CommitBlock, index: number): CommitKey {
  const size = keys.length / count;
  const start = index * size;
  return { at: keys.readIntBE(start, atBytes), oid: keys.subarray(start + atBytes, start + size) };
}

/** The packed records of a block. */
export function readRecords(database: DatabaseSync, { id }: CommitBlock): Uint8Array {
  return database.prepare("SELECT data FROM commits WHERE id = ?").get(id)?.["data"] as Uint8Array;
}

/** A record for each commit of the block, in their order; those of commits left out since may follow. */
export function unpackRecords(data: Uint8Array): string[] {
  return zstdDecompressSync(data).toString("utf8").split("\n");
}

/** Stores commits as full blocks and one of the rest. */
export function insertCommits(database: DatabaseSync, commits: readonly PackedCommit[]): void {
  const insert = database.prepare("INSERT INTO commits (count, keys, data) VALUES (?, ?, ?)");
  const sorted = [...commits].sort(newestFirst);
  for (let start = 0; start < sorted.length; start += commitsPerBlock) {
    const block = sorted.slice(start, start + commitsPerBlock);
    insert.run(block.length, joinKeys(block), packRecords(block));
  }
}

/** Writes a block without some of its commits. */
export function removeCommits(database: DatabaseSync, block: CommitBlock, gone: ReadonlySet<number>): void {
  if (gone.size === 0) return;
  const kept = commitsOf(database, block).filter((_, index) => !gone.has(index));
  const { id } = block;
  if (kept.length === 0) {
    database.prepare("DELETE FROM commits WHERE id = ?").run(id);
    return;
  }
  const update = database.prepare("UPDATE commits SET count = ?, keys = ?, data = ? WHERE id = ?");
  update.run(kept.length, joinKeys(kept), packRecords(kept), id);
}

/** Leaves out the oldest commits of a block; their records go when the block is next written. */
export function shortenBlock(database: DatabaseSync, { id, count, keys }: CommitBlock, kept: number): void {
  if (kept === count) return;
  if (kept === 0) {
    database.prepare("DELETE FROM commits WHERE id = ?").run(id);
    return;
  }
  const update = database.prepare("UPDATE commits SET count = ?, keys = ? WHERE id = ?");
  update.run(kept, keys.subarray(0, (keys.length / count) * kept), id);
}

/** Makes full blocks of the small ones once there are many. */
export function joinSmallBlocks(database: DatabaseSync): void {
  const small = readBlocks(database).filter(({ count }) => count < commitsPerBlock);
  if (small.length <= maxSmallBlocks) return;
  const commits = small.flatMap((block) => commitsOf(database, block));
  database.prepare("DELETE FROM commits WHERE count < ?").run(commitsPerBlock);
  insertCommits(database, commits);
}

/** Those of one second by their ids. */
export function newestFirst(one: CommitKey, other: CommitKey): number {
  return other.at - one.at || Buffer.compare(one.oid, other.oid);
}

function commitsOf(database: DatabaseSync, block: CommitBlock): PackedCommit[] {
  const records = unpackRecords(readRecords(database, block));
  return records.slice(0, block.count).map((record, index) => ({ ...keyAt(block, index), record }));
}

function packRecords(commits: readonly PackedCommit[]): Uint8Array {
  const bytes = Buffer.from(commits.map(({ record }) => record).join("\n"));
  // One small buffer for the result, instead of the large default.
  return zstdCompressSync(bytes, { ...compression, chunkSize: bytes.length + 64 });
}

function joinKeys(keys: readonly CommitKey[]): Buffer {
  const parts = keys.flatMap(({ at, oid }) => {
    const seconds = Buffer.alloc(atBytes);
    seconds.writeIntBE(at, 0, atBytes);
    return [seconds, oid];
  });
  return Buffer.concat(parts);
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
