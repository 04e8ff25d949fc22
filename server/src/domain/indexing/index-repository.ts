import { AppError } from "@cairn/contract/errors";

import { updateIndex, type IndexProgress, type IndexReport } from "#server/code-index/update/update-index.ts";
import type { Ctx } from "#server/ctx.ts";
import { followTo } from "#server/domain/ledger/find-code.ts";
import { applyFollow, planFollow, planTakingOver } from "#server/domain/ledger/follow-sources.ts";
import { removeRepositoryFiles } from "#server/domain/repositories/catalog/remove-repository-files.ts";
import { applyRun, listIndexed, loadForIndexing } from "#server/domain/repositories/catalog/track-indexing.ts";
import { canPushOf } from "#server/domain/repositories/connecting/open-remote.ts";
import { createMirrorSource } from "#server/platform/git/mirror-source.ts";
import { compactMirror } from "#server/platform/git/remote/compact-mirror.ts";
import { enterGeneration } from "#server/platform/storage/enter-generation.ts";
import { diskFullMessage, isDiskFull } from "#server/platform/storage/is-disk-full.ts";

import { chooseSeedIndexes } from "./choose-seed-indexes.ts";
import { fetchRepository, cloneEnds, type FetchedRepository } from "./fetch-repository.ts";
import { beginRun, enter, report, runIsOver, throttle, type IndexRun, type RunProgress } from "./index-run.ts";

/** Where the analysis ends, in percent of the whole run. */
const analysisEnds = 99;
const maxNamedFiles = 50;

/**
 * Fetches the code and updates the index to the main branch. Safe to repeat: a run that was killed continues from the
 * mirror and the blobs that are already there. A final failure is stored on the repository in plain words. A repository
 * that is deleted meanwhile leaves nothing on the disk; one that is reset or switched to another branch is left to the
 * next run.
 */
export async function indexRepository(
  ctx: Ctx,
  input: { organizationId: string; repositoryId: string },
  attempt: { isLastTry: boolean },
): Promise<void> {
  const row = await loadForIndexing(ctx, input);
  // A run that was killed after the deletion may have left something.
  if (!row) return await removeRepositoryFiles(ctx, input);
  const run = beginRun(ctx, row);
  try {
    const code = await fetchRepository(run);
    if (code === null) return await awaitPush(run);
    const indexed = await updateCodeIndex(run, code);
    await finish(run, { code, report: indexed });
    await tidy(run, code);
  } catch (error) {
    await noteFailure(ctx, { run, error, attempt });
    throw error;
  } finally {
    await removeRepositoryFiles(ctx, row);
  }
}

/** There is nothing to index, and nothing went wrong: the first push puts a run in line. */
async function awaitPush({ ctx, row }: IndexRun): Promise<void> {
  await applyRun(ctx, row, { indexState: "never", indexProgress: 0, indexError: null });
}

async function updateCodeIndex(run: IndexRun, { directory, commit }: FetchedRepository): Promise<IndexReport> {
  const { ctx, row } = run;
  await enter(run, { indexState: "analyzing" });
  if (!run.isQuiet) await report(run, { percent: cloneEnds, reading: null });
  const folder = ctx.indexes.directory(row.repositoryId);
  await enterGeneration(folder, row.indexGeneration);
  const reportProgress = throttle((progress) => report(run, progress));
  let reading: RunProgress["reading"] = null;
  const result = await updateIndex({
    directory: folder,
    source: createMirrorSource(directory),
    commit,
    seedIndexes: await findSeedIndexes(run),
    signal: ctx.signal,
    onProgress: (progress) => {
      reading = progress.reading ?? reading;
      reportProgress({ percent: cloneEnds + shareDone(progress) * (analysisEnds - cloneEnds), reading });
    },
  });
  await reportProgress.done();
  return result;
}

/** Folders of indexes that may hold what this one misses; a push brings what nobody has seen. */
async function findSeedIndexes({ ctx, row, isQuiet }: IndexRun): Promise<string[]> {
  if (isQuiet) return [];
  return chooseSeedIndexes(row, await listIndexed(ctx, row)).map((repositoryId) => ctx.indexes.directory(repositoryId));
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

interface Result {
  code: FetchedRepository;
  report: IndexReport;
}

/** The new commit and what it means for the lines that pages rest on become visible together. */
async function finish(run: IndexRun, result: Result): Promise<void> {
  const { ctx, row, isQuiet } = run;
  const checkedAt = ctx.now();
  const isNew = !isQuiet || result.report.commit !== row.indexedCommit || result.code.branch !== row.mainBranch;
  const { organizationId, projectId, repositoryId } = row;
  const { isReadAnew, commit } = result.report;
  // By another version of ours the same code has other facts: nobody has changed anything that pages tell of.
  const isSameCode = isReadAnew && commit === row.indexedCommit;
  const takeOver = isSameCode ? await planTakingOver(ctx, toFollowed(run, result)) : null;
  const plan = isNew ? await planFollow(ctx, toFollowed(run, result)) : null;
  const followed = await ctx.db.transaction(async (tx) => {
    const change = isNew
      ? { ...toFinished(ctx.now(), result), checkedAt }
      : { indexState: "ready" as const, indexError: null, checkedAt };
    if (!(await applyRun(ctx, row, change, tx))) throw runIsOver();
    await takeOver?.(tx);
    const counted = plan && (await applyFollow(tx, plan));
    if (isNew) await ctx.publish(tx, "repository.indexed", { organizationId, projectId, repositoryId });
    return counted;
  });
  if (followed) ctx.log.debug({ repositoryId, ...followed }, followedMessage);
}

/** Logged for the operator, with figures, at the debug level. */
export const followedMessage = "sources of pages were followed";

function toFollowed({ ctx, row }: IndexRun, { code: { directory }, report: { commit } }: Result) {
  return followTo(ctx, { ...row, directory }, { formerCommit: row.indexedCommit, commit });
}

function toFinished(now: Date, { code: { branch }, report: { commit, failedFiles } }: Result) {
  return {
    indexState: "ready" as const,
    indexProgress: 100,
    indexError: null,
    indexedCommit: commit,
    indexedAt: now,
    mainBranch: branch,
    failedFileCount: failedFiles.length,
    failedFiles: failedFiles.slice(0, maxNamedFiles),
  };
}

/** Nobody waits for this any more, and nothing is lost when it fails: the next run does it. */
async function tidy({ ctx, row, isQuiet }: IndexRun, { directory, branch }: FetchedRepository): Promise<void> {
  try {
    ctx.indexes.warm(row.repositoryId);
    if (row.connection.type === "internal") return await compactMirror(directory, { signal: ctx.signal });
    // What GitHub is asked is one small call, and an account's owner may allow more or less any day. Another host may have been given
    // something new to push with.
    if (isQuiet && row.connection.type !== "github" && row.canPush) return;
    const indexed = { ...row, mainBranch: branch };
    await applyRun(ctx, indexed, { canPush: await canPushOf(ctx, indexed, directory) });
  } catch (error) {
    ctx.log.warn({ error, repositoryId: row.repositoryId }, "tidying up after an index run did not work this time");
  }
}

/** A stop of the server or a temporary fault leaves the run queued; anything else is shown to people. */
async function noteFailure(
  ctx: Ctx,
  { run, error, attempt }: { run: IndexRun; error: unknown; attempt: { isLastTry: boolean } },
): Promise<void> {
  if (ctx.signal.aborted) return;
  const isFinal = attempt.isLastTry || (error instanceof AppError && !error.isRetryable);
  const message = explainFailure(error);
  if (isFinal) await applyRun(ctx, run.row, { indexState: "failed", indexError: message });
  else if (!run.isQuiet) await applyRun(ctx, run.row, { indexState: "queued", indexError: `${message} Trying again.` });
}

/** What people read about a run or a question that failed. */
export function explainFailure(error: unknown): string {
  if (error instanceof AppError) return error.message;
  return isDiskFull(error) ? diskFullMessage : "Indexing failed because of an error in the server.";
}
