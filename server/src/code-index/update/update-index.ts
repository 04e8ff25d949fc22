import type { DatabaseSync } from "node:sqlite";

import type { ParsedBlob } from "#server/code-index/analysis/parse/parse-blob.ts";
import type { FailedFile } from "#server/code-index/ports/code-index.ts";
import { extractorVersion, inTransaction, insertBlobs, sumSymbols } from "#server/code-index/store/blob-rows.ts";
import { maxHistoryCommits, storeCommits } from "#server/code-index/store/commit-rows.ts";
import type { HistoryChanges } from "#server/code-index/store/commit-rows.ts";
import { copyBlobs } from "#server/code-index/store/copy-blobs.ts";
import { applyFileChanges, findMissing } from "#server/code-index/store/file-rows.ts";
import type { FileChanges } from "#server/code-index/store/file-rows.ts";
import { loadFailedFiles } from "#server/code-index/store/load-failed-files.ts";
import { readState, writeState } from "#server/code-index/store/meta-rows.ts";
import type { IndexState } from "#server/code-index/store/meta-rows.ts";
import { openStoreForWriting } from "#server/code-index/store/open-store.ts";
import type { CommitComparison, GitSource } from "#server/git-source.ts";

import { findFileChanges } from "./find-file-changes.ts";
import { loadHistoryChanges } from "./load-history-changes.ts";
import { parseMissingBlobs } from "./parse-missing-blobs.ts";

export interface UpdateIndexInput {
  /** Folder of this repository's index alone; made when missing. */
  directory: string;
  source: GitSource;
  /** Full object id. */
  commit: string;
  /** Folders of other indexes whose parsed blobs may be taken over, as of another branch or a fork. */
  seedIndexes?: readonly string[];
  signal?: AbortSignal;
  onProgress?: (progress: IndexProgress) => void;
  /** Parsing threads; default 2. */
  workers?: number;
}

export interface IndexProgress {
  phase: "listing" | "reading" | "history" | "finishing";
  done: number;
  total: number;
  /** Of the phase "reading". */
  reading?: ReadSoFar;
}

/** What was read of the files that a commit changes; all of them at the first run. */
export interface ReadSoFar {
  files: number;
  totalFiles: number;
  symbols: number;
  /** The file that was read last; null before the first. */
  path: string | null;
}

export interface IndexReport {
  commit: string;
  /** Files the index now lists. */
  files: number;
  /** Blobs that were read and parsed in this run. */
  parsedBlobs: number;
  /** Blobs that were taken over from another index in this run. */
  copiedBlobs: number;
  /** Blobs of the commit that were known from earlier runs. */
  reusedBlobs: number;
  failedFiles: FailedFile[];
  /** Whether there was no index, or one of another version of the extractor: facts may be others without any change of code. */
  isReadAnew: boolean;
  symbols: number;
  durationMs: number;
}

const defaultWorkers = 2;

/**
 * Updates the index in `directory` to `commit`. The work is proportional to the difference from its current commit;
 * only blobs never seen before are read and parsed. A run that was killed is simply run again. Readers keep the former
 * commit until the last step, which is one transaction.
 */
export async function updateIndex(input: UpdateIndexInput): Promise<IndexReport> {
  const startedAt = performance.now();
  const database = openStoreForWriting(input.directory);
  try {
    let outcome = await updateOnce(database, input);
    while (outcome === null) outcome = await updateOnce(database, input);
    const { totals, parsedBlobs, copiedBlobs, isReadAnew } = outcome;
    return {
      commit: input.commit,
      files: totals.files,
      parsedBlobs,
      copiedBlobs,
      reusedBlobs: totals.blobs - parsedBlobs - copiedBlobs,
      failedFiles: loadFailedFiles(database),
      isReadAnew,
      symbols: totals.symbols,
      durationMs: Math.round(performance.now() - startedAt),
    };
  } finally {
    database.close();
  }
}

type UpdateOutcome = Pick<IndexState, "totals"> & Pick<IndexReport, "isReadAnew"> & StoredBlobs;

/** How many blobs were stored, and where they came from. */
interface StoredBlobs {
  parsedBlobs: number;
  copiedBlobs: number;
}

/** Null when another run updated the index meanwhile, so that the result does not apply any more. */
async function updateOnce(database: DatabaseSync, input: UpdateIndexInput): Promise<UpdateOutcome | null> {
  const base = readState(database);
  const isReadAnew = base?.extractor !== extractorVersion;
  if (base?.commit === input.commit && !isReadAnew)
    return { totals: base.totals, isReadAnew, parsedBlobs: 0, copiedBlobs: 0 };
  const progress = input.onProgress ?? (() => {});
  progress({ phase: "listing", done: 0, total: 1 });
  const stop = new AbortController();
  const signal = input.signal === undefined ? stop.signal : AbortSignal.any([input.signal, stop.signal]);
  const run = { ...input, signal };
  // Git already serves blobs while it still lists them: starting processes is most of the work of a small push.
  const compared = compare(run, base);
  const files = compared.then((known) => findFileChanges(database, run, isReadAnew ? null : (known?.files ?? null)));
  const history = compared.then((comparison) => loadHistoryChanges(database, run, comparison));
  const parts = [files, storeMissing(database, run, files), history] as const;
  try {
    const [changes, stored, commits] = await Promise.all(parts);
    input.signal?.throwIfAborted();
    progress({ phase: "history", done: commits.came.length, total: commits.came.length });
    progress({ phase: "finishing", done: 0, total: 1 });
    const totals = close(database, input.commit, { base, changes, history: commits });
    progress({ phase: "finishing", done: 1, total: 1 });
    return totals && { totals, isReadAnew, ...stored };
  } catch (error) {
    // Nobody may use the database once it is closed.
    stop.abort();
    await Promise.allSettled(parts);
    input.signal?.throwIfAborted();
    throw error;
  }
}

/** Null at the first run, and when git cannot compute the difference from the index's commit. */
async function compare(
  { source, commit, signal }: UpdateIndexInput,
  base: IndexState | null,
): Promise<CommitComparison | null> {
  if (base === null) return null;
  return await source.compareCommits(base.commit, commit, { limit: maxHistoryCommits, ...(signal && { signal }) });
}

async function storeMissing(
  database: DatabaseSync,
  input: UpdateIndexInput,
  changes: Promise<FileChanges>,
): Promise<StoredBlobs> {
  const { source, signal, onProgress, seedIndexes = [], workers = defaultWorkers } = input;
  let total = 0;
  let copiedBlobs = 0;
  let parsedBlobs = 0;
  let reading: ReadSoFar = { files: 0, totalFiles: 0, symbols: 0, path: null };
  const report = (): void => onProgress?.({ phase: "reading", done: copiedBlobs + parsedBlobs, total, reading });
  const paths = new Map<string, string>();
  const missing = changes.then(async ({ placed }) => {
    const wanted = findMissing(database, placed);
    onProgress?.({ phase: "listing", done: 1, total: 1 });
    const left = await copyBlobs(database, { seedIndexes, missing: wanted, signal });
    total = wanted.length;
    copiedBlobs = wanted.length - left.length;
    // A run that goes on after a kill, or takes over what another index has, begins with what is known.
    reading = {
      symbols: sumSymbols(database, placed),
      files: placed.length - left.length,
      totalFiles: placed.length,
      path: null,
    };
    for (const { oid, path } of left) paths.set(oid, path);
    report();
    return left;
  });
  for await (const parsed of parseMissingBlobs({ source, files: missing, workers, signal })) {
    insertBlobs(database, parsed);
    parsedBlobs += parsed.length;
    reading = addRead(reading, parsed, paths);
    report();
  }
  return { parsedBlobs, copiedBlobs };
}

function addRead(before: ReadSoFar, parsed: readonly ParsedBlob[], paths: ReadonlyMap<string, string>): ReadSoFar {
  const last = parsed.at(-1);
  return {
    files: before.files + parsed.length,
    totalFiles: before.totalFiles,
    symbols: before.symbols + parsed.reduce((sum, { symbols }) => sum + symbols, 0),
    path: (last && paths.get(last.oid)) ?? before.path,
  };
}

/** The one transaction that readers see; null when the index has another commit than at the beginning. */
function close(
  database: DatabaseSync,
  commit: string,
  found: { base: IndexState | null; changes: FileChanges; history: HistoryChanges },
): IndexState["totals"] | null {
  const { base, changes, history } = found;
  return inTransaction(database, () => {
    const now = readState(database);
    if (now?.commit !== base?.commit || now?.indexedAt !== base?.indexedAt) return null;
    const before = base?.totals ?? { files: 0, blobs: 0, symbols: 0, commits: 0 };
    const totals = {
      ...applyFileChanges(database, changes, before),
      commits: storeCommits(database, history),
    };
    writeState(database, { commit, indexedAt: new Date().toISOString(), extractor: extractorVersion, totals });
    return totals;
  });
}
