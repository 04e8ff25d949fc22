import path from "node:path";

import { AppError, notFound } from "@cairn/contract/errors";

import { hasIndex, openIndex } from "#server/code-index/snapshot/open-index.ts";
import { copyIndex } from "#server/code-index/update/copy-index.ts";
import { updateIndex } from "#server/code-index/update/update-index.ts";
import type { Ctx } from "#server/ctx.ts";
import type { IndexedRepository } from "#server/domain/repositories/catalog/indexed-repository.ts";
import { requireClone } from "#server/domain/repositories/catalog/require-repository.ts";
import type { RepositoryRow } from "#server/domain/repositories/catalog/track-indexing.ts";
import {
  isNameOfCommit,
  listBranchIndexes,
  noteBranchUse,
  removeBranchIndex,
} from "#server/index-storage/branch-indexes.ts";
import { createMirrorSource } from "#server/platform/git/mirror-source.ts";
import { isObjectId, resolveCommit } from "#server/platform/git/objects/resolve-commit.ts";

import { buildOnce, isBuilding } from "./branch-builds.ts";
import { openMainBranch, withReader } from "./open-codebases.ts";

/** Indexes of branches that a repository keeps, besides its own. */
const maxKept = 5;
const defaultMaxWaitMs = 20_000;

/**
 * The repository as it is on one branch, at the branch's tip. The main branch has the index that every push keeps
 * up to date; any other gets its own on first use, which begins as a copy of that. The caller has already checked the
 * right to the repository.
 */
export async function openBranch(
  ctx: Ctx,
  row: RepositoryRow,
  branchName: string,
  { maxWaitMs = defaultMaxWaitMs }: { maxWaitMs?: number } = {},
): Promise<IndexedRepository> {
  const main = openMainBranch(ctx, row);
  if (!main) throw notIndexedYet();
  if (branchName === main.branch) return main;
  const target: BranchTarget = {
    row,
    branchName,
    code: await requireClone(ctx, row),
    directory: folderOf(ctx, row, branchName),
  };
  const tip = await readTip(target, ctx.signal);
  if (main.index.commit === tip) return { ...main, branch: branchName };
  await noteBranchUse(target.directory, branchName);
  if (openIndex(target.directory)?.commit !== tip) {
    const wait = { maxWaitMs, signal: ctx.signal };
    await buildOnce(target.directory, wait, (signal) => updateOnce({ ...ctx, signal }, target));
  }
  const index = openIndex(target.directory, createMirrorSource(target.code));
  if (!index) throw notIndexedYet();
  return withReader(ctx, row, { branch: branchName, index });
}

export function notIndexedYet(): AppError {
  return new AppError("unavailable", { message: "This repository has no finished index yet. Try again in a moment." });
}

interface BranchTarget {
  row: RepositoryRow;
  branchName: string;
  /** Where git reads the repository. */
  code: string;
  /** Of the branch's index. */
  directory: string;
}

/** A reset of the repository's index leaves the folders of its branches behind, too. */
function folderOf(ctx: Ctx, { repositoryId, indexGeneration }: RepositoryRow, branchName: string): string {
  return ctx.indexes.branchDirectory(repositoryId, branchName, indexGeneration);
}

/** A full commit id is no name of a branch, though git would know it. */
async function findTip(code: string, branchName: string, signal: AbortSignal): Promise<string | null> {
  const tip = await resolveCommit(code, branchName, { signal });
  return isObjectId(branchName) && tip === branchName ? null : tip;
}

async function readTip({ code, branchName, directory }: BranchTarget, signal: AbortSignal): Promise<string> {
  const tip = await findTip(code, branchName, signal);
  if (tip !== null) return tip;
  if (!isBuilding(directory)) await removeBranchIndex(directory);
  throw notFound("Branch");
}

async function updateOnce(ctx: Ctx, target: BranchTarget): Promise<void> {
  const { row, code, branchName, directory } = target;
  const main = ctx.indexes.directory(row.repositoryId);
  if (!hasIndex(directory)) await copyIndex(main, directory);
  const update = async (commit: string) =>
    await updateIndex({ directory, source: createMirrorSource(code), commit, seedIndexes: [main], signal: ctx.signal });
  const tip = await readTip(target, ctx.signal);
  try {
    await update(tip);
  } catch (error) {
    // A force-push may take a commit away while it is read.
    const now = await findTip(code, branchName, ctx.signal);
    if (now === null || now === tip) throw error;
    await update(now);
  }
  if (ctx.indexes.has(row.repositoryId)) return await removeUnused(ctx, target);
  // The repository was deleted meanwhile, or reset.
  await removeBranchIndex(directory);
  throw notIndexedYet();
}

/** Those of branches that are gone, of the time before a reset, and all but the few that were used last. */
async function removeUnused(ctx: Ctx, { row, code, directory }: BranchTarget): Promise<void> {
  let kept = 0;
  for (const other of await listBranchIndexes(path.dirname(directory))) {
    if (isNameOfCommit(other.branchName)) continue;
    const isCurrent = other.directory === folderOf(ctx, row, other.branchName);
    const isThere = isCurrent && (await findTip(code, other.branchName, ctx.signal)) !== null;
    if (isThere && kept < maxKept) kept += 1;
    else if (other.directory !== directory && !isBuilding(other.directory)) await removeBranchIndex(other.directory);
  }
}
