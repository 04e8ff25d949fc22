import { existsSync } from "node:fs";

import { AppError } from "@cairn/contract/errors";
import { defaultBranch } from "@cairn/contract/repository-connection";

import type { Ctx } from "#server/ctx.ts";
import type { RepositoryRow } from "#server/domain/repositories/catalog/track-indexing.ts";
import { openHostedRepository } from "#server/domain/repositories/connecting/host-repository.ts";
import { openRemoteOf } from "#server/domain/repositories/connecting/open-remote.ts";
import { resolveCommit } from "#server/platform/git/objects/resolve-commit.ts";
import { findDefaultBranch } from "#server/platform/git/refs/find-default-branch.ts";
import { keepHead } from "#server/platform/git/refs/keep-head.ts";
import { readHead } from "#server/platform/git/refs/read-head.ts";
import { cloneMirror } from "#server/platform/git/remote/clone-mirror.ts";

import { enter, report, throttle, type IndexRun } from "./index-run.ts";

/** Where bringing the code ends, in percent of the whole run. */
export const cloneEnds = 17;
/** What a run says as soon as it has begun: from here on nobody has to estimate. */
const begun = 1;

export interface FetchedRepository {
  /** Where git reads it. */
  directory: string;
  branch: string;
  commit: string;
}

/**
 * Fetches the repository's current objects and branches, and returns the commit of its main branch; null where it is
 * hosted here and nothing was ever pushed to it.
 */
export async function fetchRepository(run: IndexRun): Promise<FetchedRepository | null> {
  const { row } = run;
  const isResumed = row.indexState === "cloning" || row.indexState === "analyzing";
  const progress = isResumed ? row.indexProgress : begun;
  // The first push to a repository hosted here begins a run that nobody has put in line.
  const beginning = row.indexState === "never" ? { indexBegunAt: run.ctx.now() } : {};
  const reading = isResumed ? {} : { indexReading: null };
  await enter(run, { indexState: "cloning", indexProgress: progress, indexError: null, ...beginning, ...reading });
  return row.connection.type === "internal" ? await openHosted(run) : await updateMirror(run);
}

/** Nothing is copied: a hosted repository is read in place, also while somebody pushes. */
async function openHosted({ ctx, row }: IndexRun): Promise<FetchedRepository | null> {
  const directory = await openHostedRepository(ctx, row);
  // Earlier versions of the product kept a copy.
  if (existsSync(ctx.mirrors.directory(row.repositoryId))) await ctx.mirrors.remove(row.repositoryId);
  const options = { signal: ctx.signal };
  const branch = row.mainBranch ?? (await findDefaultBranch(directory, options));
  if (branch === null) return null;
  const commit = await resolveCommit(directory, branch, options);
  if (commit === null) throw await explainMissing(row, { directory, branch, signal: ctx.signal });
  await keepHead(directory, branch, options);
  return { directory, branch, commit };
}

async function updateMirror(run: IndexRun): Promise<FetchedRepository> {
  const { ctx, row } = run;
  const directory = ctx.mirrors.directory(row.repositoryId);
  const formerDefault = await readHead(directory);
  const reportPercent = throttle((progress) => report(run, progress));
  const pulled = await cloneMirror({
    directory,
    remote: await openRemoteOf(ctx, row),
    egress: ctx.egress,
    maxBytes: ctx.settings.limits.maxCloneBytes,
    signal: ctx.signal,
    onProgress: ({ step, percent }) => {
      if (step === "receiving") reportPercent({ percent: Math.max(begun, (percent / 100) * cloneEnds), reading: null });
    },
  });
  await reportPercent.done();
  return await chooseBranch(ctx, row, { directory, formerDefault, remoteDefault: pulled.defaultBranch });
}

/**
 * The chosen branch, or the remote's own default when nobody chose one. Nobody did where a form filled in
 * "main" before the first clone, nor where the branch was the remote's default until the remote gave it another name.
 */
async function chooseBranch(
  ctx: Ctx,
  row: RepositoryRow,
  found: { directory: string; formerDefault: string | null; remoteDefault: string | null },
): Promise<FetchedRepository> {
  const { directory, formerDefault, remoteDefault } = found;
  const wanted = row.mainBranch ?? remoteDefault;
  const isFilledIn = row.indexedCommit === null && wanted === defaultBranch;
  const renamedTo = wanted === formerDefault ? await readHead(directory) : null;
  const candidates = isFilledIn ? [wanted, remoteDefault] : [wanted, renamedTo];
  for (const branch of candidates) {
    const commit = branch === null ? null : await resolveCommit(directory, branch, { signal: ctx.signal });
    if (branch !== null && commit !== null) return { directory, branch, commit };
  }
  throw await explainMissing(row, { directory, branch: wanted, signal: ctx.signal });
}

/** Why there is nothing to index, in plain words. */
async function explainMissing(
  row: RepositoryRow,
  { directory, branch, signal }: { directory: string; branch: string | null; signal: AbortSignal },
): Promise<AppError> {
  const isEmpty = (await findDefaultBranch(directory, { signal })) === null;
  const hadCommits = row.indexedCommit !== null;
  if (isEmpty && !hadCommits)
    return unprocessable("The repository is empty. Push a first commit, then index it again.");
  if (isEmpty) return unprocessable("The repository is empty: all its branches were deleted. Push one again.");
  if (!hadCommits) return unprocessable(`The repository has no branch named ${branch}.`);
  return unprocessable(`The branch ${branch} was deleted. Choose another main branch in the repository's settings.`);
}

function unprocessable(message: string): AppError {
  return new AppError("unprocessable", { message });
}
