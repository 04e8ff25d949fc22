import { AppError, notFound } from "@cairn/contract/errors";

import type { BlobContent, CommitRecord, GitSource } from "#server/code-index/git-source.ts";

import { ByteReader } from "./byte-reader.ts";
import { listTree } from "./list-tree.ts";
import { isObjectId } from "./resolve-commit.ts";
import { runGit, startGit, type GitProcess } from "./run-git.ts";

/** Blobs over this come without content unless the reader asks for more. */
const defaultMaxBlobBytes = 64 * 1024 * 1024;
const newline = 10;
const nul = 0;

/** Gives the code index a bare mirror to read. Readers may stop early; git is ended then. */
export function createMirrorSource(directory: string): GitSource {
  return {
    listTree: (commit, signal) => listTree(directory, commit, { signal }),
    readBlobs: (oids, options) => readBlobs(directory, oids, options),
    readLog: (commit, options) => readLog(directory, { commit, ...options }),
    readLogSince: async (commit, ancestor, options) =>
      (await isAncestor(directory, { commit, ancestor, signal: options.signal }))
        ? readLog(directory, { commit, without: ancestor, ...options })
        : null,
  };
}

/** Sizes first, for all blobs at once, so that a huge one is known before any of it is read. */
async function* readBlobs(
  directory: string,
  oids: readonly string[],
  options: { maxBytes?: number; signal?: AbortSignal } = {},
): AsyncIterable<BlobContent> {
  const maxBytes = options.maxBytes ?? defaultMaxBlobBytes;
  const sizes = await readSizes(directory, oids, options.signal);
  const wanted = oids.filter((oid) => (sizes.get(oid) ?? 0) <= maxBytes);
  const git = startGit({
    directory,
    args: ["cat-file", "--batch", "--buffer"],
    input: asLines(wanted),
    signal: options.signal,
  });
  yield* reading(git, async function* (reader) {
    for (const oid of oids) {
      const size = sizes.get(oid) ?? 0;
      yield { oid, size, bytes: size > maxBytes ? null : await readContent(reader, size) };
    }
  });
}

/** A record is "<oid> <type> <size>\n<content>\n"; the size is already known. */
async function readContent(reader: ByteReader, size: number): Promise<Buffer> {
  await reader.readUntil(newline);
  const bytes = await reader.readBytes(size);
  await reader.readUntil(newline);
  return bytes;
}

async function readSizes(
  directory: string,
  oids: readonly string[],
  signal?: AbortSignal,
): Promise<Map<string, number>> {
  if (!oids.every(isObjectId)) throw notFound("Blob");
  const { stdout } = await runGit({
    directory,
    args: ["cat-file", "--batch-check=%(objectname) %(objecttype) %(objectsize)", "--buffer"],
    input: asLines(oids),
    signal,
  });
  const lines = stdout.toString("latin1").trimEnd().split("\n");
  return new Map(
    oids.map((oid, index) => {
      const [, type, size] = lines[index]?.split(" ") ?? [];
      if (type !== "blob") throw new AppError("not_found", { message: `The repository has no file content ${oid}.` });
      return [oid, Number(size)];
    }),
  );
}

function* asLines(oids: readonly string[]): Iterable<string> {
  const linesPerPiece = 1000;
  for (let start = 0; start < oids.length; start += linesPerPiece) {
    yield `${oids.slice(start, start + linesPerPiece).join("\n")}\n`;
  }
}

/** Six fields a commit. The empty piece that opens each record ends the paths of the one before: no path is empty. */
const logFormat = "%x00%H%x00%an%x00%ae%x00%cI%x00%s%x00%b";
const fieldCount = 6;
const logArguments = ["log", "-z", "--name-only", "-M", "--no-merges", "--no-show-signature", `--format=${logFormat}`];

async function* readLog(
  directory: string,
  wanted: {
    commit: string;
    /** Leaves out whatever can be reached from here. */
    without?: string;
    limit: number;
    signal?: AbortSignal;
  },
): AsyncIterable<CommitRecord> {
  const { commit, without, limit, signal } = wanted;
  if (!isObjectId(commit)) throw notFound("Commit");
  const revisions = without === undefined ? [commit] : [commit, `^${without}`];
  const git = startGit({
    directory,
    args: [...logArguments, `--max-count=${limit}`, "--end-of-options", ...revisions, "--"],
    signal,
  });
  yield* reading(git, async function* (reader) {
    let hasRecord = (await reader.readUntil(nul)) !== null;
    while (hasRecord) {
      const fields: string[] = [];
      while (fields.length < fieldCount) fields.push((await readText(reader)) ?? "");
      const { paths, isLast } = await readPaths(reader);
      const [oid = "", authorName = "", authorEmail = "", committedAt = "", subject = "", body = ""] = fields;
      yield { oid, authorName, authorEmail, committedAt, subject, body: body.trimEnd(), paths };
      hasRecord = !isLast;
    }
  });
}

/** False also for a commit the mirror does not have, as after a force-push and a clean-up. */
async function isAncestor(
  directory: string,
  { commit, ancestor, signal }: { commit: string; ancestor: string; signal?: AbortSignal },
): Promise<boolean> {
  if (!isObjectId(commit) || !isObjectId(ancestor)) return false;
  const { exitCode } = await runGit({
    directory,
    args: ["merge-base", "--is-ancestor", "--end-of-options", ancestor, commit],
    acceptExitCodes: [0, 1, 128],
    signal,
  });
  return exitCode === 0;
}

async function readPaths(reader: ByteReader): Promise<{ paths: string[]; isLast: boolean }> {
  const paths: string[] = [];
  for (;;) {
    const piece = await readText(reader);
    if (piece === null || piece === "") return { paths, isLast: piece === null };
    // Git puts one line break between message and paths.
    paths.push(paths.length === 0 ? piece.replace(/^\n/, "") : piece);
  }
}

async function readText(reader: ByteReader): Promise<string | null> {
  return (await reader.readUntil(nul))?.toString("utf8") ?? null;
}

/** Reads git's output; git's own failure is the better explanation when the output breaks off. */
async function* reading<T>(git: GitProcess, read: (reader: ByteReader) => AsyncIterable<T>): AsyncIterable<T> {
  try {
    yield* read(new ByteReader(git.stdout));
    await git.done;
  } catch (error) {
    await git.done;
    throw error;
  } finally {
    git.stop();
  }
}
