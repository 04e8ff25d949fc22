import { notFound } from "@cairn/contract/errors";

import type { BlobContent, ReadBlobsOptions } from "#server/git-source.ts";
import type { ByteReader } from "#server/platform/git/process/byte-reader.ts";
import { readGitOutput } from "#server/platform/git/process/read-git-output.ts";
import { startGit } from "#server/platform/git/process/run-git.ts";

import { readFewBlobs } from "./read-few-blobs.ts";
import { isObjectId } from "./resolve-commit.ts";

/** Blobs over this come without content unless the reader asks for more. */
const defaultMaxBlobBytes = 64 * 1024 * 1024;
const linesPerPiece = 1000;
const newline = 10;

/**
 * The wanted blobs in the given order; where they are more than a few, through a git process of their own: it is asked
 * for all sizes first, and for content only where the size is within the limit. The process starts while the list may
 * still be on its way.
 */
export async function* readBlobs(
  directory: string,
  wanted: readonly string[] | Promise<readonly string[]>,
  { maxBytes = defaultMaxBlobBytes, signal }: ReadBlobsOptions = {},
): AsyncIterable<BlobContent> {
  const limitOf = typeof maxBytes === "number" ? () => maxBytes : maxBytes;
  const few = wanted instanceof Promise ? null : await readFewBlobs(directory, wanted, { limitOf, signal });
  if (few !== null) return yield* few;
  const requested = Promise.withResolvers<readonly string[]>();
  const sized = Promise.withResolvers<ReadonlyMap<string, number>>();
  // The reader gets the failure; git's input, which waits for the same promise, only has to end.
  requested.promise.catch(() => undefined);
  sized.promise.catch(() => undefined);
  const isWanted = (oid: string, sizes: ReadonlyMap<string, number>): boolean =>
    (sizes.get(oid) ?? Infinity) <= limitOf(oid);
  async function* requests(): AsyncIterable<string> {
    const oids = await requested.promise;
    yield* commands("info", oids);
    yield "flush\n";
    const sizes = await sized.promise;
    yield* commands(
      "contents",
      oids.filter((oid) => isWanted(oid, sizes)),
    );
  }
  const git = startGit({ directory, args: ["cat-file", "--batch-command", "--buffer"], input: requests(), signal });
  yield* readGitOutput(git, async function* (reader) {
    try {
      const oids = await wanted;
      if (!oids.every(isObjectId)) throw notFound("Blob");
      requested.resolve(oids);
      const sizes = await readSizes(reader, oids);
      sized.resolve(sizes);
      for (const oid of oids) {
        const size = sizes.get(oid);
        if (size === undefined) yield { oid, size: 0, bytes: null, isMissing: true };
        else yield { oid, size, bytes: isWanted(oid, sizes) ? await readContent(reader, size) : null };
      }
    } finally {
      // Git waits for more to do until its input ends.
      const ended = new Error("Nobody reads any more.");
      requested.reject(ended);
      sized.reject(ended);
    }
  });
}

function* commands(name: "info" | "contents", oids: readonly string[]): Iterable<string> {
  for (let start = 0; start < oids.length; start += linesPerPiece) {
    yield oids
      .slice(start, start + linesPerPiece)
      .map((oid) => `${name} ${oid}\n`)
      .join("");
  }
}

/** A line for each blob: "<oid> <type> <size>", or "<oid> missing"; only those that are there come along. */
async function readSizes(reader: ByteReader, oids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const sizes = new Map<string, number>();
  for (const oid of oids) {
    const [, type, size] = (await reader.readUntil(newline))?.toString("latin1").split(" ") ?? [];
    if (type === undefined) throw new Error("git ended before it had told all sizes");
    if (type === "blob") sizes.set(oid, Number(size));
  }
  return sizes;
}

/** A record is "<oid> <type> <size>\n<content>\n"; the size is already known. */
async function readContent(reader: ByteReader, size: number): Promise<Buffer> {
  await reader.readUntil(newline);
  const bytes = await reader.readBytes(size);
  await reader.readUntil(newline);
  return bytes;
}
