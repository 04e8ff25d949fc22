import { AppError } from "@cairn/contract/errors";
import { defaultBranch } from "@cairn/contract/repositories";

import { updateIndex, type IndexProgress, type IndexReport } from "../../code-index/update-index.ts";
import type { Ctx } from "../../ctx.ts";
import { cloneMirror } from "../../platform/git/clone-mirror.ts";
import { createMirrorSource } from "../../platform/git/mirror-source.ts";
import type { Remote } from "../../platform/git/remote.ts";
import { resolveCommit } from "../../platform/git/resolve-commit.ts";
import { enterGeneration } from "../../platform/storage/enter-generation.ts";
import { diskFullMessage, isDiskFull } from "../../platform/storage/is-disk-full.ts";
import { credentialContext } from "../repositories/connect-repository.ts";
import { openHostedRepository } from "../repositories/host-repository.ts";
import { removeRepositoryFiles } from "../repositories/remove-repository-files.ts";
import { applyRun, loadForIndexing, reportProgress, type RepositoryRow } from "../repositories/track-indexing.ts";

/** Where each part of a run begins and ends, in percent. */
const cloneEnds = 17;
const analysisEnds = 99;
const progressIntervalMs = 500;
const maxNamedFiles = 50;

/**
 * Clones or fetches the repository and brings its index to the main branch. Safe to repeat: a run that was killed goes
 * on from the mirror and the blobs that are already there. A final failure is written on the repository in plain words.
 * A repository that is deleted meanwhile leaves nothing on the disk; one that is reset meanwhile is left to the next run.
 */
export async function indexRepository(
  ctx: Ctx,
  input: { organizationId: string; repositoryId: string },
  attempt: { isLastTry: boolean },
): Promise<void> {
  const row = await loadForIndexing(ctx, input);
  // A run that was killed after the deletion may have left something.
  if (!row) return await removeRepositoryFiles(ctx, input);
  const stop = new AbortController();
  const run = { row, stop, ctx: { ...ctx, signal: AbortSignal.any([ctx.signal, stop.signal]) } };
  try {
    const { commit, branch } = await bringMirror(run);
    const report = await bringIndex(run, commit);
    await finish(run, { branch, report });
  } catch (error) {
    await noteFailure(ctx, row, error, attempt);
    throw error;
  } finally {
    await removeRepositoryFiles(ctx, row);
  }
}

interface Run {
  /** Its signal is also aborted when the run is found to be over. */
  ctx: Ctx;
  row: RepositoryRow;
  stop: AbortController;
}

/** Every step begins here: whoever may not write any more must not touch the disk either. */
async function enter(run: Run, change: Parameters<typeof applyRun>[2]): Promise<void> {
  if (!(await applyRun(run.ctx, run.row, change))) throw runIsOver();
}

async function report({ ctx, row, stop }: Run, percent: number): Promise<void> {
  if (!(await reportProgress(ctx, row, percent))) stop.abort(runIsOver());
}

function runIsOver(): AppError {
  return new AppError("cancelled", { message: "The repository was deleted or reset while it was being indexed." });
}

async function bringMirror(run: Run): Promise<{ commit: string; branch: string }> {
  const { ctx, row } = run;
  const isResumed = row.indexState === "cloning" || row.indexState === "analyzing";
  const progress = isResumed ? row.indexProgress : 0;
  await enter(run, { indexState: "cloning", indexProgress: progress, indexError: null });
  const directory = ctx.mirrors.directory(row.repositoryId);
  const tell = throttle((percent: number) => report(run, percent));
  const pulled = await cloneMirror({
    directory,
    remote: await openRemote(ctx, row),
    egress: ctx.egress,
    maxBytes: ctx.settings.limits.maxCloneBytes,
    signal: ctx.signal,
    onProgress: ({ step, percent }) => {
      if (step === "receiving") tell((percent / 100) * cloneEnds);
    },
  });
  await tell.done();
  if (pulled.defaultBranch === null) {
    throw new AppError("unprocessable", {
      message: "The repository is empty. Push a first commit, then index it again.",
    });
  }
  return await chooseBranch(ctx, row, { directory, remoteDefault: pulled.defaultBranch });
}

/**
 * The branch that was asked for. Nobody decided on "main" where a form or a client filled it in: without such a branch
 * the remote's own default is meant.
 */
async function chooseBranch(
  ctx: Ctx,
  row: RepositoryRow,
  { directory, remoteDefault }: { directory: string; remoteDefault: string },
): Promise<{ commit: string; branch: string }> {
  const wanted = row.mainBranch ?? remoteDefault;
  const candidates = wanted === defaultBranch ? [wanted, remoteDefault] : [wanted];
  for (const branch of candidates) {
    const commit = await resolveCommit(directory, branch, { signal: ctx.signal });
    if (commit !== null) return { commit, branch };
  }
  throw new AppError("unprocessable", { message: `The repository has no branch named ${wanted}.` });
}

async function openRemote(ctx: Ctx, row: RepositoryRow): Promise<Remote> {
  if (row.connection.type === "internal") return { kind: "path", path: await openHostedRepository(ctx, row) };
  if (row.connection.type === "path") return { kind: "path", path: row.connection.path };
  if (row.sealedCredential === null) return { kind: "url", url: row.connection.url };
  const opened = ctx.secrets.open(row.sealedCredential, credentialContext(row.organizationId, row.repositoryId));
  return {
    kind: "url",
    url: row.connection.url,
    credential: JSON.parse(opened) as { username: string; password: string },
  };
}

async function bringIndex(run: Run, commit: string): Promise<IndexReport> {
  const { ctx, row } = run;
  await enter(run, { indexState: "analyzing" });
  await report(run, cloneEnds);
  const directory = ctx.indexes.directory(row.repositoryId);
  await enterGeneration(directory, row.indexGeneration);
  const tell = throttle((percent: number) => report(run, percent));
  const result = await updateIndex({
    directory,
    source: createMirrorSource(ctx.mirrors.directory(row.repositoryId)),
    commit,
    signal: ctx.signal,
    onProgress: (progress) => tell(cloneEnds + shareDone(progress) * (analysisEnds - cloneEnds)),
  });
  await tell.done();
  return result;
}

/** Where each phase of the analysis starts and ends, as shares of the whole. */
const phases: Record<IndexProgress["phase"], readonly [number, number]> = {
  listing: [0, 0.02],
  reading: [0.02, 0.85],
  history: [0.85, 0.95],
  finishing: [0.95, 1],
};

function shareDone({ phase, done, total }: IndexProgress): number {
  const [start, end] = phases[phase];
  return start + (end - start) * (total > 0 ? Math.min(1, done / total) : 0);
}

async function finish({ ctx, row }: Run, result: { branch: string; report: IndexReport }): Promise<void> {
  const { organizationId, projectId, repositoryId } = row;
  await ctx.db.transaction(async (tx) => {
    if (!(await applyRun(ctx, row, toFinished(ctx.now(), result), tx))) throw runIsOver();
    await ctx.publish(tx, "repository.indexed", { organizationId, projectId, repositoryId });
  });
}

function toFinished(now: Date, { branch, report }: { branch: string; report: IndexReport }) {
  return {
    indexState: "ready" as const,
    indexProgress: 100,
    indexError: null,
    indexedCommit: report.commit,
    indexedAt: now,
    mainBranch: branch,
    failedFileCount: report.failedFiles.length,
    failedFiles: report.failedFiles.slice(0, maxNamedFiles),
  };
}

/** A stop of the server or a passing fault leaves the run in line; anything else is told to the people. */
async function noteFailure(
  ctx: Ctx,
  row: RepositoryRow,
  error: unknown,
  attempt: { isLastTry: boolean },
): Promise<void> {
  if (ctx.signal.aborted) return;
  const isFinal = attempt.isLastTry || (error instanceof AppError && !error.isRetryable);
  const message = explain(error);
  await applyRun(ctx, row, {
    indexState: isFinal ? "failed" : "queued",
    indexError: isFinal ? message : `${message} Trying again.`,
  });
}

function explain(error: unknown): string {
  if (error instanceof AppError) return error.message;
  return isDiskFull(error) ? diskFullMessage : "Indexing failed because of an error in the server.";
}

/** Calls at most every half second; `done` waits for the last call. A failed report never fails the run. */
function throttle(report: (percent: number) => Promise<void>): ((percent: number) => void) & { done(): Promise<void> } {
  let last = 0;
  let pending = Promise.resolve();
  const call = (percent: number) => {
    const now = performance.now();
    if (now - last < progressIntervalMs) return;
    last = now;
    pending = pending.then(() => report(Math.round(percent))).catch(() => {});
  };
  return Object.assign(call, { done: () => pending });
}
