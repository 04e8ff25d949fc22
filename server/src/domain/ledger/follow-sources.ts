import type { Ctx } from "#server/ctx.ts";
import type { Db } from "#server/platform/db/open-db.ts";
import { findMergeBase } from "#server/platform/git/history/find-merge-base.ts";
import { readCommitHeader } from "#server/platform/git/objects/read-commit-header.ts";

import { listFactLists, markFactRows, takeOverDigests, type FactDigest } from "./facts.store.ts";
import type { FollowedCode } from "./find-target.ts";
import { createFollower, type Follower } from "./follow-rows.ts";
import {
  changeRows,
  listGroups,
  listRowsBeside,
  listRowsOfPaths,
  moveCommits,
  type SourceGroup,
} from "./ledger.store.ts";

export interface FollowPlan {
  follower: Follower;
  /** Groups of rows about which nothing is to be found out. */
  known: readonly SourceGroup[];
  /** What sections list or count, as it is at the new commit. */
  digests: readonly FactDigest[];
  /** The former commit may be thrown away: rows of files that did not change move to the new one too. */
  isLeavingFormer: boolean;
  /** How long it took. */
  durationMs: number;
}

/** What following did, and how long it took beyond the work on the index. */
export interface FollowReport {
  moved: number;
  changed: number;
  durationMs: number;
}

/**
 * Computes, before the transaction that moves a repository's index to another commit, where the lines go that
 * sections cite. An unchanged file costs nothing and is not written to; of a changed one, lines that no hunk
 * touches are followed; the others will be marked. Lines that were marked before are looked for once more where their
 * file has other content.
 */
export async function planFollow(ctx: Ctx, code: FollowedCode): Promise<FollowPlan> {
  const startedAt = performance.now();
  const follower = createFollower(ctx, code);
  const groups = await listGroups(ctx.db, code);
  const behind = isBehind(ctx, code);
  // The first failure below is thrown; this one is awaited at the end.
  behind.catch(() => {});
  const { known, open } = await sortOut(follower, groups);
  await follower.follow(await listRowsOfPaths(ctx.db, code, open));
  const digests = await digestLists(ctx, code);
  const isLeavingFormer = !(await behind);
  return { follower, known, digests, isLeavingFormer, durationMs: performance.now() - startedAt };
}

/**
 * Stores the plan, inside the transaction that moves the index. That transaction locks the repository's row (or,
 * for external context, the project's), and `writeSectionSources` waits for the lock; so rows that were written since
 * the plan are seen here and followed too, and a later writer finds the new commit and follows its rows itself.
 */
export async function applyFollow(tx: Db, plan: FollowPlan): Promise<FollowReport> {
  const startedAt = performance.now();
  const { follower, known, digests, isLeavingFormer } = plan;
  const { code } = follower;
  const changes = await follower.follow(await listRowsBeside(tx, code, known));
  if (changes.length > 0) await changeRows(tx, code, changes);
  if (digests.length > 0) await markFactRows(tx, code, { digests, commit: code.commit, now: follower.now() });
  if (isLeavingFormer) await moveCommits(tx, code);
  const changed = changes.filter((change) => change.changedAt !== null).length;
  const durationMs = Math.round(plan.durationMs + performance.now() - startedAt);
  return { moved: changes.length - changed, changed, durationMs };
}

/** Takes over, in the returned function, what sections list as it is in an index that was made anew at the same commit. */
export async function planTakingOver(ctx: Ctx, code: FollowedCode): Promise<(tx: Db) => Promise<void>> {
  const digests = await digestLists(ctx, code);
  return async (tx) => {
    if (digests.length > 0) await takeOverDigests(tx, code, digests);
  };
}

/**
 * Lists that are written since are compared with the same index by their writer, so that none is missed: see
 * `writeListedFacts`. Without an index nobody lists facts.
 */
async function digestLists(ctx: Ctx, code: FollowedCode): Promise<FactDigest[]> {
  const lists = await listFactLists(ctx.db, code);
  const index = lists.length === 0 ? null : ctx.indexes.open(code.repositoryId);
  if (index === null) return [];
  return lists.map((list) => ({ ...list, digest: index.digestOf(list.kind, list.folder) }));
}

/** The groups about which nothing is to be found out, and the paths of the others. */
async function sortOut(follower: Follower, groups: readonly SourceGroup[]) {
  const known: SourceGroup[] = [];
  const open = new Set<string>();
  for (const group of groups) {
    if (await follower.isKnown(group)) known.push(group);
    else open.add(group.path);
  }
  return { known, open: [...open] };
}

/** More commits of one push are not looked through one by one. */
const maxSteps = 50;

/** Whether the former commit is part of the new one's history, and stays readable with it. */
async function isBehind({ signal }: Ctx, { directory, formerCommit, commit }: FollowedCode): Promise<boolean> {
  if (formerCommit === null) return false;
  try {
    let at: string | undefined = commit;
    // After most pushes it is found so, which is much less work than starting git.
    for (let step = 0; at !== undefined && step < maxSteps; step += 1) {
      if (at === formerCommit) return true;
      at = (await readCommitHeader(directory, at, { signal })).parents[0];
    }
    return (await findMergeBase(directory, { commit, other: formerCommit, signal })) === formerCommit;
  } catch {
    signal.throwIfAborted();
    // The former commit is gone already.
    return false;
  }
}
