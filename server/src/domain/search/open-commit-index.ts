import path from "node:path";

import type { CodeIndex } from "#server/code-index/ports/code-index.ts";
import { hasIndex, openIndex } from "#server/code-index/snapshot/open-index.ts";
import { copyIndex } from "#server/code-index/update/copy-index.ts";
import { updateIndex } from "#server/code-index/update/update-index.ts";
import type { Ctx } from "#server/ctx.ts";
import type { RepositoryRow } from "#server/domain/repositories/catalog/track-indexing.ts";
import {
  isNameOfCommit,
  listBranchIndexes,
  nameOfCommit,
  noteBranchUse,
  removeBranchIndex,
} from "#server/index-storage/branch-indexes.ts";
import { createMirrorSource } from "#server/platform/git/mirror-source.ts";

import { buildOnce, isBuilding } from "./branch-builds.ts";
import { notIndexedYet } from "./open-branch.ts";

/** Indexes of single commits that a repository keeps. */
const maxKept = 3;

interface CommitTarget {
  /** Where git reads the repository. */
  code: string;
  commit: string;
}

/**
 * The index of a repository at one commit: it begins as a copy of the main one and only reads what differs. Throws
 * `unavailable` where that takes longer than `maxWaitMs`. The caller has checked the right.
 */
export async function openCommitIndex(
  ctx: Ctx,
  row: RepositoryRow,
  { code, commit, maxWaitMs }: CommitTarget & { maxWaitMs: number },
): Promise<CodeIndex> {
  const { repositoryId, indexGeneration } = row;
  const directory = ctx.indexes.branchDirectory(repositoryId, nameOfCommit(commit), indexGeneration);
  await noteBranchUse(directory, nameOfCommit(commit));
  if (openIndex(directory)?.commit !== commit) {
    const work = (signal: AbortSignal) => updateOnce({ ...ctx, signal }, { row, directory, code, commit });
    await buildOnce(directory, { maxWaitMs, signal: ctx.signal, group: repositoryId }, work);
  }
  const index = openIndex(directory, createMirrorSource(code));
  if (index?.commit !== commit) throw notIndexedYet();
  return index;
}

async function updateOnce(
  ctx: Ctx,
  { row, directory, code, commit }: CommitTarget & { row: RepositoryRow; directory: string },
): Promise<void> {
  const main = ctx.indexes.directory(row.repositoryId);
  if (!hasIndex(directory)) await copyIndex(main, directory);
  const source = createMirrorSource(code);
  await updateIndex({ directory, source, commit, seedIndexes: [main], signal: ctx.signal });
  // The repository was deleted meanwhile, or reset: nobody else would take this away.
  if (!ctx.indexes.has(row.repositoryId)) return await removeBranchIndex(directory);
  const kept = (await listBranchIndexes(path.dirname(directory))).filter(({ branchName }) =>
    isNameOfCommit(branchName),
  );
  for (const other of kept.slice(maxKept)) {
    if (other.directory !== directory && !isBuilding(other.directory)) await removeBranchIndex(other.directory);
  }
}

/** The same, but whoever opens the index of this repository has this one: everything else stands as it does. */
export function withIndex(ctx: Ctx, repositoryId: string, index: CodeIndex): Ctx {
  const { indexes } = ctx;
  const open: Ctx["indexes"]["open"] = (id, source) => (id === repositoryId ? index : indexes.open(id, source));
  return { ...ctx, indexes: { ...indexes, open } };
}
