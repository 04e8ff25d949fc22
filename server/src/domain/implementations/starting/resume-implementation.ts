import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { AppError, notFound } from "@cairn/contract/errors";
import type { resumeImplementation as endpoint } from "@cairn/contract/implementations";

import { withActor, type Ctx } from "#server/ctx.ts";
import { continuePausedRun } from "#server/domain/implementations/budget/continue-paused-run.ts";
import { isPushable } from "#server/domain/implementations/publishing/push-target.ts";
import { getImplementation } from "#server/domain/implementations/reading/get-implementation.ts";
import {
  listTargets,
  lockImplementation,
  requeueImplementation,
  type RunTarget,
} from "#server/domain/implementations/store/starting.store.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { changeTask, lockTasksFor } from "#server/domain/tasks/change-task.ts";
import { lockTaskOrderOf } from "#server/domain/tasks/lock-task-order.ts";

import { endOfPushes } from "./end-of-pushes.ts";
import { requireStart } from "./start-implementation.ts";

/**
 * Goes on with what was stopped or failed, or with a change that is done and got no branch on GitHub: another run of the same
 * implementation, which skips what is done. A run that is paused goes on itself.
 */
export async function resumeImplementation(
  ctx: Ctx,
  input: InputOf<typeof endpoint>,
): Promise<ResultOf<typeof endpoint>> {
  const { organizationId, projectId } = await requireProject(ctx, input, "implementation.run");
  const { taskId, implementationId } = input;
  const key = { organizationId, projectId, taskId, implementationId };
  await ctx.db.transaction(async (tx) => {
    // In the order in which everybody locks: the product, its repositories, the task.
    await lockTaskOrderOf(tx, key);
    const targets = await listTargets(tx, key);
    const [task] = await lockTasksFor(tx, key, [taskId], { state: "in-progress" });
    const row = await lockImplementation(tx, key);
    if (task === undefined || row === null) throw notFound("Implementation");
    if (row.runState === "paused") {
      await continuePausedRun(ctx, tx, row);
      return;
    }
    const isKeptHere = row.runState === "completed" && !row.isPublished;
    if (row.state !== "created" || (row.runState !== "stopped" && row.runState !== "failed" && !isKeptHere)) {
      throw new AppError("conflict", { message: "Only an implementation that was stopped or failed can go on." });
    }
    if (isKeptHere)
      requirePush(
        task,
        targets.find(({ repositoryId }) => repositoryId === row.repositoryId),
      );
    else requireStart(task);
    const now = ctx.now();
    const isPushed = row.engine === "own-machine";
    const runState = isPushed && row.pushedOid === null ? "waiting" : "queued";
    const pushUntil = isPushed ? endOfPushes(now) : null;
    await requeueImplementation(tx, implementationId, { runState, queuedAt: now, pushUntil });
    await changeTask(withActor(ctx, { kind: "system", organizationId }), tx, task, { state: "in-progress" });
    if (runState === "queued") await ctx.enqueue(tx, "run-implementation", { implementationId }, implementationId);
  });
  return await getImplementation(ctx, key);
}

/** The change is done, so the task may be in review; all that is left is its branch. */
function requirePush(task: Parameters<typeof requireStart>[0], target: RunTarget | undefined): void {
  if (target === undefined || !isPushable(target.connection)) {
    throw new AppError("conflict", { message: "The repository of this implementation takes no branches from here." });
  }
  requireStart(task);
}
