import { withActor, type Ctx } from "#server/ctx.ts";
import { runRef } from "#server/domain/implementations/phases/run-refs.ts";
import { endOfPushes } from "#server/domain/implementations/starting/end-of-pushes.ts";
import { selectMergeIntent } from "#server/domain/implementations/store/merges.store.ts";
import { openStates, requeuePushed, selectPushed } from "#server/domain/implementations/store/pushes.store.ts";
import { appendOperations, endOpenSteps, endStep, sayOnce } from "#server/domain/implementations/store/runs.store.ts";
import { lockImplementation } from "#server/domain/implementations/store/starting.store.ts";
import { codeDirectory } from "#server/domain/repositories/catalog/code-directory.ts";
import { changeTask, lockTasksFor } from "#server/domain/tasks/change-task.ts";
import { nameTask } from "#server/domain/tasks/describe-tasks.ts";
import { isAncestor } from "#server/platform/git/merging/list-commits-between.ts";
import { readRef } from "#server/platform/git/refs/move-ref.ts";

interface PushedImplementation {
  organizationId: string;
  implementationId: string;
}

/**
 * Puts what stands on the branch of an implementation in line to be proven, as the head of it. Nothing where it stands
 * there already, also when asked twice at once. A run that proves something older ends. Where a reviewer's commit is gone from
 * the branch again, its host is asked first, by a job; `confirmed` is the commit that it says.
 */
export async function takePush(
  ctx: Ctx,
  pushed: PushedImplementation,
  { confirmed = null }: { confirmed?: string | null } = {},
): Promise<void> {
  const { organizationId } = pushed;
  const acting = withActor(ctx, { kind: "system", organizationId });
  const found = await selectPushed(acting.db, pushed);
  if (found === null) return;
  const { row, repository } = found;
  const oid = await readRef(codeDirectory(ctx, repository), `refs/heads/${row.workingBranch}`, { signal: ctx.signal });
  if (oid === null || oid === row.pushedOid) return;
  const isHosted = repository.connection.type === "internal";
  if (!isHosted && confirmed !== oid && (await mayBeOutdated(ctx, found, oid))) {
    const { implementationId } = pushed;
    await ctx.enqueue(acting.db, "confirm-push", { organizationId, implementationId }, implementationId);
    return;
  }
  await acting.db.transaction(async (tx) => {
    const [task] = await lockTasksFor(tx, row, [row.taskId], { state: "in-progress" });
    const locked = await lockImplementation(tx, row);
    if (task === undefined || locked === null || locked.pushedOid === oid) return;
    if (locked.state !== "created" || locked.runState === "stopped" || !openStates.includes(task.state)) return;
    const isAlive = locked.endedAt === null;
    const now = ctx.now();
    const pushed = `Pushed: ${oid.slice(0, 8)} to ${row.workingBranch}`;
    // Another implementation of this task has a run; what was pushed is looked at again when that is over.
    if (task.isRunning && !isAlive) {
      const text = `${pushed}. Another implementation of ${nameTask(task)} runs; this is proven when that is over.`;
      await sayOnce(tx, row, { step: "build-implementation", kind: "note", text }, now);
      return;
    }
    // It is being merged; should somebody be quicker than that, this is looked at again.
    if ((await selectMergeIntent(tx, locked)) !== null) return;
    // What was pushed is the revision that somebody asked for, if anybody did.
    const revised = {
      state: "success",
      summary: `Pushed: ${oid.slice(0, 8)}`,
      effectOid: oid,
      completedAt: now,
    } as const;
    await endStep(tx, locked, { step: "revision-implementation", attempt: locked.attempt, ...revised });
    await endOpenSteps(tx, row.implementationId, { summary: "A newer push took its place.", completedAt: now });
    await requeuePushed(tx, row.implementationId, { pushedOid: oid, queuedAt: now, pushUntil: endOfPushes(now) });
    await appendOperations(tx, row, [{ step: "build-implementation", kind: "note", text: pushed }], now);
    if (task.state !== "in-progress") await changeTask(acting, tx, task, { state: "in-progress" });
    await ctx.enqueue(tx, "run-implementation", { implementationId: row.implementationId }, row.implementationId);
  });
}

/**
 * A mirror that was fetched before a reviewer's commit got to its host still stands at what that is on top of, as it does where
 * somebody took the commit back there.
 */
async function mayBeOutdated(
  ctx: Ctx,
  { row, repository }: NonNullable<Awaited<ReturnType<typeof selectPushed>>>,
  oid: string,
): Promise<boolean> {
  const { pushedOid, implementationId } = row;
  if (pushedOid === null) return false;
  const directory = codeDirectory(ctx, repository);
  const { signal } = ctx;
  const written = await readRef(directory, runRef(implementationId, `written/${pushedOid}`), { signal });
  return written !== null && (await isAncestor(directory, { oid, descendant: written, signal }));
}
