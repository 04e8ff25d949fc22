import { AppError, notFound } from "@cairn/contract/errors";
import type { ImplementationStep } from "@cairn/contract/implementations";

import { withActor, type Ctx } from "#server/ctx.ts";
import { loadRunLimit } from "#server/domain/implementations/budget/load-run-limit.ts";
import { requireNoMerge } from "#server/domain/implementations/mergeability/require-no-merge.ts";
import { keepFormerHead } from "#server/domain/implementations/phases/keep-former-head.ts";
import { runRef } from "#server/domain/implementations/phases/run-refs.ts";
import { findCommitObstacle } from "#server/domain/implementations/publishing/find-commit-obstacle.ts";
import { pushReviewerCommit } from "#server/domain/implementations/publishing/push-reviewer-commit.ts";
import { isPushable } from "#server/domain/implementations/publishing/push-target.ts";
import { endOfPushes } from "#server/domain/implementations/starting/end-of-pushes.ts";
import type { ChosenEngine } from "#server/domain/implementations/store/default-engine.store.ts";
import {
  selectImplementation,
  type ImplementationRow,
  type NamedImplementationRow,
} from "#server/domain/implementations/store/implementations.store.ts";
import { requeueRevision } from "#server/domain/implementations/store/revisions.store.ts";
import { appendOperations, insertStep } from "#server/domain/implementations/store/runs.store.ts";
import { lockImplementation } from "#server/domain/implementations/store/starting.store.ts";
import { codeDirectory } from "#server/domain/repositories/catalog/code-directory.ts";
import { changeTask, lockTasksFor } from "#server/domain/tasks/change-task.ts";
import { nameTask } from "#server/domain/tasks/describe-tasks.ts";
import type { Db } from "#server/platform/db/open-db.ts";
import { moveRef } from "#server/platform/git/refs/move-ref.ts";

/** A run that a reviewer asks for, and what it begins with. */
interface ReviewerRun {
  step: Extract<ImplementationStep, "revision-implementation" | "merge-conflicts-implementation">;
  intent: Record<string, string>;
  /** For the log. */
  note: string;
  /** What works on it; what wrote the change so far when absent. */
  writer?: ChosenEngine;
  /** What belongs into the same transaction. */
  also?: (tx: Db) => Promise<void>;
}

/**
 * Puts a commit that a reviewer made on top of what they saw in line to be checked, as the change from then on. Throws
 * `conflict` where the implementation is another one by now. What stands on the branch moves at the end of the run; where
 * somebody pushes to it, at once, so that they see it.
 */
export async function queueReviewerCommit(
  ctx: Ctx,
  row: NamedImplementationRow,
  {
    commit,
    summary,
    isPushed = false,
    ...run
  }: Omit<ReviewerRun, "intent" | "note" | "writer"> & {
    commit: string;
    summary: string;
    /** The branch stands at it already. */
    isPushed?: boolean;
  },
): Promise<void> {
  const { signal } = ctx;
  const directory = codeDirectory(ctx, row.repository);
  const ref = runRef(row.implementationId, `written/${commit}`);
  await moveRef(directory, { ref, oid: commit, expected: null, signal });
  await keepFormerHead(ctx, row);
  const isMoved = row.engine === "own-machine" && !isPushed;
  if (isMoved) await moveWorkingBranch(ctx, row, commit);
  await queueReviewerRun(ctx, row, {
    ...run,
    intent: { reviewerCommit: commit, summary },
    note: summary,
    pushedOid: isPushed || isMoved ? commit : null,
    isMoved,
  });
  if (isMoved) await moveMirror(ctx, row, commit);
}

/**
 * Moves a branch that people push to, where it lies, from what was reviewed. A server that is killed before the run is in line
 * leaves what looks as if somebody had pushed it, and whoever looks after pushes takes it.
 */
async function moveWorkingBranch(ctx: Ctx, row: NamedImplementationRow, commit: string): Promise<void> {
  const obstacle = findCommitObstacle(row);
  if (obstacle !== null) throw new AppError("conflict", { message: obstacle });
  // What is not to be committed to is not pushed to either, also where that was decided since the request began.
  const now = await selectImplementation(ctx.db, row);
  if (now === null) throw notFound("Implementation");
  await requireReviewed(ctx.db, now, row.headOid);
  const { connection, repositoryId } = row.repository;
  if (isPushable(connection)) {
    try {
      await pushReviewerCommit(ctx, { row, connection, commit });
    } catch (error) {
      // Whatever stands there, it is seen in a moment.
      const { organizationId } = row;
      await ctx.db.transaction((tx) =>
        ctx.enqueue(tx, "check-repository", { organizationId, repositoryId }, repositoryId),
      );
      throw error;
    }
  } else if (!(await moveCopy(ctx, row, commit))) throw hasMoved();
}

/** The branch of a mirror follows once the run is in line: before that, it would be taken for what somebody else pushed. */
async function moveMirror(ctx: Ctx, row: NamedImplementationRow, commit: string): Promise<void> {
  if (row.repository.connection.type === "internal") return;
  await moveCopy(ctx, row, commit).catch((error: unknown) => {
    // The next fetch does the same.
    ctx.log.info({ error, branch: row.workingBranch }, "the branch of a mirror could not be moved along");
  });
}

/** False where the branch stands elsewhere in what lies on this server. */
async function moveCopy(ctx: Ctx, row: NamedImplementationRow, commit: string): Promise<boolean> {
  const ref = `refs/heads/${row.workingBranch}`;
  const directory = codeDirectory(ctx, row.repository);
  return await moveRef(directory, { ref, oid: commit, expected: row.headOid, signal: ctx.signal });
}

interface PushedCommit {
  /** Where the branch stands that people push to; what it was when absent or null. */
  pushedOid?: string | null;
  /** The branch was moved there a moment ago, for this. */
  isMoved?: boolean;
}

/** Puts a run in line that a reviewer asks for. Throws `conflict` where the implementation is another one by now. */
export async function queueReviewerRun(
  ctx: Ctx,
  row: NamedImplementationRow,
  { step, intent, note, writer, also, pushedOid, isMoved = false }: ReviewerRun & PushedCommit,
): Promise<void> {
  const { organizationId, implementationId } = row;
  await ctx.db.transaction(async (tx) => {
    const [task] = await lockTasksFor(tx, row, [row.taskId], { state: "in-progress" });
    const locked = await lockImplementation(tx, row);
    if (task === undefined || locked === null) throw notFound("Implementation");
    // A fetch brought what was just pushed, and whoever looks after pushes was quicker: it is in line.
    if (isMoved && locked.pushedOid === pushedOid) return await also?.(tx);
    await requireReviewed(tx, locked, row.headOid);
    if (task.isRunning) throw new AppError("conflict", { message: `A run works on ${nameTask(task)} already.` });
    const now = ctx.now();
    const attempt = locked.attempt + 1;
    const { engine, agent } = writer ?? locked;
    const takesPushes = engine === "own-machine";
    await requeueRevision(tx, implementationId, {
      engine,
      agent,
      tokenLimit: await loadRunLimit(ctx, tx, locked),
      brief: locked.brief,
      attempt,
      runState: "queued",
      queuedAt: now,
      pushedOid: pushedOid ?? locked.pushedOid,
      pushUntil: takesPushes ? endOfPushes(now) : null,
    });
    await insertStep(tx, locked, { step, attempt, intent, startedAt: now });
    await appendOperations(tx, locked, [{ step, kind: "note", text: note }], now);
    if (task.state !== "in-progress") {
      await changeTask(withActor(ctx, { kind: "system", organizationId }), tx, task, { state: "in-progress" });
    }
    await also?.(tx);
    await ctx.enqueue(tx, "run-implementation", { implementationId }, implementationId);
  });
}

async function requireReviewed(tx: Db, locked: ImplementationRow, headOid: string | null): Promise<void> {
  if (locked.state !== "created" || locked.runState !== "completed") {
    throw new AppError("conflict", { message: "Only an implementation that is ready for review can be changed." });
  }
  if (locked.headOid !== headOid) throw hasMoved();
  await requireNoMerge(tx, locked);
}

function hasMoved(): AppError {
  return new AppError("conflict", { message: "This implementation has changed a moment ago. Look at it again." });
}
