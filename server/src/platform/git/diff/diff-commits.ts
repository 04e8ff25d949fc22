import type { Readable } from "node:stream";

import { notFound } from "@cairn/contract/errors";

import { isObjectId } from "#server/platform/git/objects/resolve-commit.ts";
import { startGit } from "#server/platform/git/process/run-git.ts";

import { decodeForeign } from "./decode-diff.ts";
import { markOversized } from "./mark-oversized.ts";
import { DiffParser, type DiffedFile, type DiffLimits } from "./parse-diff.ts";

interface DiffRequest extends Partial<DiffLimits> {
  /** Commit to compare with; null for the empty tree, as before a first commit. */
  base: string | null;
  head: string;
  /** Unchanged lines around each change. */
  contextLines: number;
  /** These alone; a renamed file is recognised where both of its paths are among them. */
  paths?: readonly string[] | undefined;
  /** By path: files that are cut before others where not all lines are listed. */
  isLesser?: (path: string) => boolean;
  signal?: AbortSignal;
}

export interface CommitDiff {
  files: DiffedFile[];
  /** There are more files than are listed. */
  isTruncated: boolean;
  /** By path: kinds and contents of both sides. The same version of a file is the same change. */
  versions: ReadonlyMap<string, string>;
  /** Git took so long that it was stopped; another time it may come further. */
  isStopped?: true;
}

const defaultLimits: DiffLimits = {
  maxFiles: 3000,
  maxLinesPerFile: 5000,
  maxLines: 20_000,
  maxBytes: 8 * 1024 * 1024,
};
const timeoutMs = 20_000;
/** More is not read even to count lines. */
const maxReadBytes = 256 * 1024 * 1024;
/** Above, only files that were renamed without a change are recognised; git's own limit. */
const renameLimit = 1000;
const diffArguments = [
  "diff-tree",
  "-r",
  "--raw",
  "--patch",
  "--full-index",
  "--find-renames",
  `-l${renameLimit}`,
  "--no-color",
  "--no-ext-diff",
  "--no-textconv",
];
/** `.gitattributes` of the newest commit would decide which files are shown, in newer versions of git. */
const config = ["attr.tree=4b825dc642cb6eb9a060e54bf8d69288fbee4904"];
const emptyTrees: Record<number, string> = {
  40: "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
  64: "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321",
};

/**
 * What changed from one commit to another, with renames recognised. What exceeds the limits is left out and marked so;
 * a diff that git takes very long for is returned as far as it came.
 */
export async function diffCommits(directory: string, request: DiffRequest): Promise<CommitDiff> {
  const { head, contextLines, paths, signal } = request;
  const base = request.base ?? emptyTrees[head.length] ?? "";
  if (!isObjectId(base) || !isObjectId(head)) throw notFound("Commit");
  const git = startGit({
    directory,
    args: [...diffArguments, `--unified=${contextLines}`, "--end-of-options", base, head, "--", ...(paths ?? [])],
    config,
    signal,
  });
  const parser = new DiffParser({ ...defaultLimits, ...request }, request.isLesser);
  let isCut = false;
  const clock = { isOut: false };
  const cut = (): void => {
    isCut = true;
    git.stop();
  };
  const deadline = setTimeout(() => {
    clock.isOut = true;
    cut();
  }, timeoutMs);
  try {
    const isWhole = await readLines(git.stdout, (line) => {
      parser.read(line);
      return !parser.isDone;
    });
    if (!isWhole) cut();
    await git.done;
  } catch (error) {
    if (!isCut || signal?.aborted === true) {
      // Why git ended says more than that its output broke off.
      await git.done;
      throw error;
    }
    parser.stopEarly();
  } finally {
    clearTimeout(deadline);
    git.stop();
  }
  await decodeForeign(directory, parser.listForeign(), { signal });
  await markOversized(directory, parser, { signal });
  const { files, hasMoreFiles: isTruncated, versions } = parser;
  return { files, isTruncated, versions, ...(clock.isOut && { isStopped: true }) };
}

const newline = 10;

/** Hands on each line until the reader has enough; true when the stream came to its end. */
async function readLines(stream: Readable, read: (line: Buffer) => boolean): Promise<boolean> {
  let parts: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxReadBytes) return false;
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      const piece = chunk.subarray(start, end);
      const isWanted = read(parts.length === 0 ? piece : Buffer.concat([...parts, piece]));
      if (!isWanted) return false;
      parts = [];
      start = end + 1;
    }
    if (start < chunk.length) parts.push(chunk.subarray(start));
  }
  return true;
}
