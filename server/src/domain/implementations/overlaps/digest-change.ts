import { LRUCache } from "lru-cache";

import { isGraphLanguage } from "#server/code-index/analysis/graph/languages/parse-file-graph.ts";
import { parseFiles } from "#server/code-index/analysis/parse/parse-files.ts";
import { classifyPath } from "#server/code-index/analysis/text/classify-path.ts";
import type { FileFacts } from "#server/code-index/ports/facts.ts";
import type { ImplementationRow } from "#server/domain/implementations/store/implementations.store.ts";
import { toLines } from "#server/engine/evidence/evidence.ts";
import { diffCommits, type CommitDiff } from "#server/platform/git/diff/diff-commits.ts";
import type { DiffedFile, DiffHunk } from "#server/platform/git/diff/parse-diff.ts";
import { readObject } from "#server/platform/git/objects/object-reader.ts";
import { unlessAborted } from "#server/platform/git/process/unless-aborted.ts";
import { createSemaphore } from "#server/platform/limits/semaphore.ts";
import { decodeText } from "#server/text/decode-text.ts";

import { findChangedDeclarations, type ChangedDeclaration } from "./changed-declarations.ts";

/** What a change does to declarations, and the code that it writes; of tests the code alone. */
export interface ChangeDigest {
  files: readonly ChangedFile[];
  declarations: readonly ChangedDeclaration[];
  written: readonly WrittenFile[];
}

/** Where a change touches a file, without what it writes there: that is kept of code alone. */
export interface ChangedFile extends Pick<DiffedFile, "path" | "oldPath" | "status" | "isBinary" | "isTruncated"> {
  /** Lines before the change, in their order. */
  hunks: readonly Pick<DiffHunk, "oldStart" | "oldLines">[];
}

/** A file of code as a change leaves it. */
export interface WrittenFile {
  path: string;
  oid: string;
  facts: FileFacts;
  lines: readonly string[];
  /** Lines that the change writes or rewrites. */
  added: readonly number[];
  /** Names that stand in them. */
  words: ReadonlySet<string>;
}

/** A change of more files of code is not read: it is a program's, or moves everything. */
const maxFiles = 80;
/** Larger files are generated. */
const maxBytes = 400_000;
/** What is kept of all changes together. */
const maxKeptBytes = 128 * 1024 * 1024;
/** A change that takes more is not read as code either: it would push out all others. */
const maxDigestBytes = maxKeptBytes / 4;

interface DigestRequest {
  directory: string;
  base: string;
  head: string;
}

/** Changes that are read at once, whoever asks: each takes a program and a parser's thread. */
const readers = createSemaphore({ atOnce: 2, longestMs: 120_000 });
/** Code that takes longer to parse is not known for a while; after it, another try is made. */
const longestParseMs = 60_000;
const retryMs = 600_000;

/** Of all repositories together; two commits always differ in the same. */
const digests = new LRUCache<string, ChangeDigest, DigestRequest>({
  maxSize: maxKeptBytes,
  sizeCalculation: (kept) => countKeptBytes(kept),
  ignoreFetchAbort: true,
  allowStaleOnFetchAbort: true,
  fetchMethod: async (_key, _stale, { context, options }) => {
    const leave = await readers.acquire();
    try {
      const limit = AbortSignal.timeout(longestParseMs);
      const read = await digest(context, limit);
      if (limit.aborted) options.ttl = retryMs;
      return read;
    } finally {
      leave();
    }
  },
});

const nothing: ChangeDigest = { files: [], declarations: [], written: [] };

/** Each change is read once, whoever asks. */
export async function digestChange(
  directory: string,
  { baseOid: base, headOid: head }: Pick<ImplementationRow, "baseOid" | "headOid">,
  { signal }: { signal: AbortSignal },
): Promise<ChangeDigest> {
  if (base === null || head === null) return nothing;
  // Nothing is begun for whoever has left.
  signal.throwIfAborted();
  const context = { directory, base, head };
  return await unlessAborted(digests.forceFetch(`${directory} ${base} ${head}`, { context }), signal);
}

async function digest({ directory, base, head }: DigestRequest, limit: AbortSignal): Promise<ChangeDigest> {
  const { files: diffed, versions } = await diffCommits(directory, { base, head, contextLines: 0 });
  const files = diffed.map(withoutText);
  const code = diffed.filter(isCode);
  if (code.length > maxFiles) return { ...nothing, files };
  const sides = await Promise.all(code.map((file) => readSides(directory, file, versions)));
  const texts = sides.flatMap(({ before, after }) => [before, after]).filter((side) => side !== null);
  const tasks = texts.map(({ path, oid, bytes }) => ({ path, oid, bytes }));
  const facts = await parseFiles(tasks, limit).catch((error: unknown) => {
    if (limit.aborted) return null;
    throw error;
  });
  if (facts === null) return { ...nothing, files };
  const factsOf = new Map(texts.map((side, at) => [side, facts[at]]));
  const compared = sides.map(({ file, before, after }) => ({
    file,
    before: before && (factsOf.get(before) ?? null),
    after: after && (factsOf.get(after) ?? null),
    lines: after?.lines ?? [],
    oid: after?.oid ?? "",
  }));
  const whole = {
    files,
    declarations: compared.flatMap((one) => declarationsOf(one)),
    written: compared.flatMap((one) => writtenIn(one)),
  };
  return countKeptBytes(whole) > maxDigestBytes ? { ...nothing, files } : whole;
}

function withoutText({ path, oldPath, status, isBinary, isTruncated, hunks }: DiffedFile): ChangedFile {
  const ranges = hunks.map(({ oldStart, oldLines }) => ({ oldStart, oldLines }));
  return { path, oldPath, status, isBinary, isTruncated, hunks: ranges };
}

/** Of an object, or of a string beside its characters, each of which may take two. */
const objectBytes = 48;

/** About what a digest takes in memory, rather too much than too little. */
export function countKeptBytes({ files, declarations, written }: ChangeDigest): number {
  const places = files.map(({ path, oldPath, hunks }) => sizeOf([path, oldPath ?? ""]) + hunks.length * objectBytes);
  const declared = declarations.map(({ path, name, parent, digest: is }) =>
    sizeOf([path, name, parent ?? "", is ?? ""]),
  );
  const texts = written.map(
    ({ path, facts, lines, added, words }) =>
      // Names of fields stand in JSON for the space that an object takes.
      sizeOf([path, JSON.stringify(facts)]) + sizeOf(lines) + sizeOf([...words]) + added.length * 8,
  );
  return [...places, ...declared, ...texts].reduce((sum, bytes) => sum + bytes + objectBytes, 10 * objectBytes);
}

function sizeOf(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + 2 * length + objectBytes, 0);
}

function isCode({ path, isBinary, isTruncated, newMode, oldMode }: DiffedFile): boolean {
  const { language, kind } = classifyPath(path);
  const isRegular = (newMode ?? oldMode)?.startsWith("100") === true;
  return isRegular && !isBinary && !isTruncated && isGraphLanguage(language) && (kind === "source" || kind === "test");
}

interface SideText {
  path: string;
  oid: string;
  bytes: Buffer;
  lines: string[];
}

interface SidesOfFile {
  file: DiffedFile;
  before: SideText | null;
  after: SideText | null;
}

async function readSides(directory: string, file: DiffedFile, versions: CommitDiff["versions"]): Promise<SidesOfFile> {
  const { path, oldPath, status } = file;
  const [before = "", after = ""] = (versions.get(path) ?? "").split(" ").map((side) => side.split(":")[1] ?? "");
  const [older, newer] = await Promise.all([
    status === "added" ? null : readText(directory, oldPath ?? path, before),
    status === "deleted" ? null : readText(directory, path, after),
  ]);
  return { file, before: older, after: newer };
}

async function readText(directory: string, path: string, oid: string): Promise<SideText | null> {
  const object = await readObject(directory, oid, { maxBytes });
  const decoded = object?.bytes ? decodeText(object.bytes) : null;
  return object?.bytes && decoded ? { path, oid, bytes: object.bytes, lines: toLines(decoded.text) } : null;
}

interface ComparedSides {
  file: DiffedFile;
  before: FileFacts | null;
  after: FileFacts | null;
  lines: readonly string[];
  oid: string;
}

function declarationsOf({ file, before, after, lines }: ComparedSides): ChangedDeclaration[] {
  // A side that could not be read would look as if all of it were new or gone.
  if (before?.kind !== "source" || before.problem !== null) return [];
  if (after === null ? file.status !== "deleted" : after.problem !== null) return [];
  return findChangedDeclarations({
    path: file.oldPath ?? file.path,
    before: before.symbols,
    after: after?.symbols ?? [],
    lines,
    hunks: file.hunks,
  });
}

const word = /[\p{L}_$][\p{L}\p{N}_$]*/gu;

function writtenIn({ file, after, lines, oid }: ComparedSides): WrittenFile[] {
  if (after === null || (after.kind !== "source" && after.kind !== "test")) return [];
  const added = file.hunks.flatMap((hunk) =>
    hunk.lines.flatMap(({ type, newLine }) => (type === "added" && newLine !== null ? [newLine] : [])),
  );
  return added.length === 0
    ? []
    : [{ path: file.path, oid, facts: after, lines, added, words: findWords(lines, added) }];
}

/** Names that stand in some of the lines. */
export function findWords(lines: readonly string[], chosen: readonly number[]): ReadonlySet<string> {
  return new Set(chosen.flatMap((line) => (lines[line - 1] ?? "").match(word) ?? []));
}
