import { Readable } from "node:stream";

import { AppError } from "@cairn/contract/errors";

import { startGit } from "#server/platform/git/process/run-git.ts";

import { findEntry } from "./list-tree.ts";
import { readObject } from "./object-reader.ts";

export interface BlobStream {
  type: "file" | "symlink";
  oid: string;
  /** Bytes in all. */
  size: number;
  /** By the first bytes, never by the name; "application/octet-stream" unless a browser can show it without danger. */
  contentType: string;
  /** To be read to its end or destroyed: git is held until then. */
  bytes: Readable;
}

/** A file's content as a stream from git, of any size. Null where there is no file; a link's content is its target. */
export async function openBlobStream(
  directory: string,
  { commit, path, signal }: { commit: string; path: string; signal?: AbortSignal },
): Promise<BlobStream | null> {
  const entry = await findEntry(directory, { commit, path, signal });
  if (entry === null || entry.type === "folder" || entry.type === "submodule") return null;
  const { type, oid, size } = entry;
  const held = size <= maxHeldBytes ? await readObject(directory, oid, { maxBytes: size, signal }) : null;
  const { beginning, bytes } = held?.bytes
    ? { beginning: held.bytes, bytes: Readable.from([held.bytes], { objectMode: false }) }
    : await startStream(directory, oid, signal);
  return { type, oid, size, contentType: detectType(beginning), bytes };
}

/** Larger content is passed on as git gives it. */
const maxHeldBytes = 1_048_576;

/** Waits for the first bytes, because they show what the content is and whether git can read it at all. */
async function startStream(
  directory: string,
  oid: string,
  signal: AbortSignal | undefined,
): Promise<{ beginning: Buffer; bytes: Readable }> {
  const git = startGit({ directory, args: ["cat-file", "blob", oid], signal });
  const chunks: AsyncIterator<Buffer> = git.stdout[Symbol.asyncIterator]();
  const first = await chunks.next().catch(() => null);
  if (first === null || first.done === true) {
    await git.done;
    throw new AppError("vendor_failed", { message: "Git could not read the file." });
  }
  async function* whole(beginning: Buffer): AsyncIterable<Buffer> {
    yield beginning;
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) yield next.value;
    await git.done;
  }
  const bytes = Readable.from(whole(first.value), { objectMode: false });
  bytes.once("close", () => git.stop());
  return { beginning: first.value, bytes };
}

const unknownType = "application/octet-stream";

/** First bytes, as hexadecimal digits, of the kinds that a browser shows without running anything. */
const beginnings: readonly [string, RegExp][] = [
  ["image/png", /^89504e470d0a1a0a/],
  ["image/jpeg", /^ffd8ff/],
  ["image/gif", /^47494638(?:37|39)61/],
  ["image/webp", /^52494646.{8}57454250/],
  ["application/pdf", /^255044462d/],
];

function detectType(bytes: Buffer): string {
  const beginning = bytes.toString("hex", 0, 16);
  return beginnings.find(([, pattern]) => pattern.test(beginning))?.[0] ?? unknownType;
}
