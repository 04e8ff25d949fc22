import type { DatabaseSync } from "node:sqlite";

import type { FailedFile } from "./code-index.ts";
import { isBinaryPath } from "./extract/binary-path.ts";
import { classifyPath, variantOfPath } from "./extract/classify-path.ts";
import { maxParsedBytes } from "./extract/decode-text.ts";
import type { GitSource, TreeEntry } from "./git-source.ts";
import { unparsedBlob } from "./parse/parse-blob.ts";
import { readMissingBlobs } from "./parse/read-missing-blobs.ts";
import { inTransaction, insertBlobs } from "./store/blob-rows.ts";
import { maxHistoryCommits, packCommitRow, storeCommits } from "./store/commit-rows.ts";
import type { PackedCommitRow } from "./store/commit-rows.ts";
import { findMissing, replaceFiles } from "./store/file-rows.ts";
import type { WantedFile } from "./store/file-rows.ts";
import { readState, writeState } from "./store/meta-rows.ts";
import { openStoreForWriting } from "./store/open-store.ts";
import { readTotals } from "./store/read-totals.ts";

export interface UpdateIndexInput {
  /** Folder of this repository's index alone; made when missing. */
  directory: string;
  source: GitSource;
  /** Full object id. */
  commit: string;
  signal?: AbortSignal;
  onProgress?: (progress: IndexProgress) => void;
  /** Parsing threads; default 2. */
  workers?: number;
}

export interface IndexProgress {
  phase: "listing" | "reading" | "history" | "finishing";
  done: number;
  total: number;
}

export interface IndexReport {
  commit: string;
  /** Files the index now lists. */
  files: number;
  /** Blobs that were read and parsed in this run. */
  parsedBlobs: number;
  /** Blobs of the commit that were known from earlier runs. */
  reusedBlobs: number;
  failedFiles: FailedFile[];
  symbols: number;
  durationMs: number;
}

const defaultWorkers = 2;
/** Read beyond what is kept, because git's order is not strictly that of time. */
const historySlack = 256;

/**
 * Brings the index in `directory` to `commit`. Only blobs never seen before are read and parsed; a run that was killed
 * is simply run again. Readers keep the former commit until the last step, which is one transaction.
 */
export async function updateIndex(input: UpdateIndexInput): Promise<IndexReport> {
  const startedAt = performance.now();
  const database = openStoreForWriting(input.directory);
  try {
    const progress = input.onProgress ?? (() => {});
    progress({ phase: "listing", done: 0, total: 1 });
    const files = listFiles(await input.source.listTree(input.commit, input.signal));
    const missing = findMissing(database, files);
    progress({ phase: "listing", done: 1, total: 1 });
    // Git reads the log in a process of its own while blobs are parsed.
    const [history] = await Promise.all([readHistory(database, input), storeMissing(database, input, missing)]);
    progress({ phase: "history", done: history.commits.length, total: history.commits.length });
    input.signal?.throwIfAborted();
    progress({ phase: "finishing", done: 0, total: 1 });
    inTransaction(database, () => {
      replaceFiles(database, files);
      storeCommits(database, history.commits, history);
      writeState(database, { commit: input.commit, indexedAt: new Date().toISOString() });
    });
    progress({ phase: "finishing", done: 1, total: 1 });
    const blobs = new Set(files.map(({ oid, variant }) => `${oid} ${variant}`)).size;
    return {
      commit: input.commit,
      ...readTotals(database),
      parsedBlobs: missing.length,
      reusedBlobs: blobs - missing.length,
      durationMs: Math.round(performance.now() - startedAt),
    };
  } finally {
    database.close();
  }
}

/** Regular files; symbolic links and submodules hold no content of this repository. */
function listFiles(tree: readonly TreeEntry[]): WantedFile[] {
  return tree
    .filter(({ mode }) => mode.startsWith("100"))
    .map(({ path, oid, size }) => ({ path, oid, size, variant: variantOfPath(path) }));
}

async function storeMissing(
  database: DatabaseSync,
  input: UpdateIndexInput,
  missing: readonly WantedFile[],
): Promise<void> {
  const { source, signal, onProgress, workers = defaultWorkers } = input;
  const unreadable = missing.filter(isUnreadable);
  if (unreadable.length > 0)
    insertBlobs(
      database,
      unreadable.map((file) => listedOnly(file)),
    );
  const readable = missing.filter((file) => !isUnreadable(file));
  let done = unreadable.length;
  onProgress?.({ phase: "reading", done, total: missing.length });
  for await (const parsed of readMissingBlobs({ source, files: readable, workers, signal })) {
    insertBlobs(database, parsed);
    done += parsed.length;
    onProgress?.({ phase: "reading", done, total: missing.length });
  }
}

function isUnreadable({ path, size }: WantedFile): boolean {
  return size > maxParsedBytes || isBinaryPath(path);
}

function listedOnly({ path, oid, size }: WantedFile): ReturnType<typeof unparsedBlob> {
  const pathClass = classifyPath(path);
  if (isBinaryPath(path))
    return unparsedBlob({ oid, pathClass, bytes: size, problem: "binary content", contentKind: "binary" });
  return unparsedBlob({ oid, pathClass, bytes: size, problem: `larger than ${maxParsedBytes / 1_000_000} MB` });
}

/** The commits since the stored state where history only went on, all of them otherwise. */
async function readHistory(
  database: DatabaseSync,
  input: UpdateIndexInput,
): Promise<{ commits: PackedCommitRow[]; replaceAll: boolean }> {
  const { source, commit, signal } = input;
  const state = readState(database);
  if (state?.commit === commit) return { commits: [], replaceAll: false };
  const options = { limit: maxHistoryCommits + historySlack, signal };
  const since = state === null ? null : ((await source.readLogSince?.(commit, state.commit, options)) ?? null);
  const commits: PackedCommitRow[] = [];
  for await (const record of since ?? source.readLog(commit, options)) commits.push(packCommitRow(record));
  return { commits, replaceAll: since === null };
}
