import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { AppError, notFound } from "@cairn/contract/errors";
import type { stopImplementation as endpoint } from "@cairn/contract/implementations";

import { withActor, type Ctx } from "#server/ctx.ts";
import { closeRunCalls } from "#server/domain/implementations/budget/close-run-calls.ts";
import { getImplementation } from "#server/domain/implementations/reading/get-implementation.ts";
import type { ImplementationKey } from "#server/domain/implementations/store/implementations.store.ts";
import { updatePushKey } from "#server/domain/implementations/store/pushes.store.ts";
import {
  appendOperations,
  endOpenSteps,
  endRunRow,
  hasOtherToReview,
  insertStep,
} from "#server/domain/implementations/store/runs.store.ts";
import { lockImplementation } from "#server/domain/implementations/store/starting.store.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { changeTask, lockTasksFor } from "#server/domain/tasks/change-task.ts";
import type { Db } from "#server/platform/db/open-db.ts";

/**
 * Ends a run at once, whether somebody works on it or not: from here on its lease holds for nobody, and whoever works on
 * it finds that within a moment and ends its processes. What it committed stays.
 */
export async function stopImplementation(
  ctx: Ctx,
  input: InputOf<typeof endpoint>,
): Promise<ResultOf<typeof endpoint>> {
  const { organizationId, projectId } = await requireProject(ctx, input, "implementation.run");
  const { taskId, implementationId } = input;
  const key = { organizationId, projectId, taskId, implementationId };
  await ctx.db.transaction((tx) => stopRun(withActor(ctx, { kind: "system", organizationId }), tx, key));
  return await getImplementation(ctx, key);
}

/** Ends it within the transaction `tx`, with these words or the usual ones. Throws `conflict` where it is over. */
export async function stopRun(ctx: Ctx, tx: Db, key: ImplementationKey, why?: string): Promise<void> {
  const [task] = await lockTasksFor(tx, key, [key.taskId], { state: "todo" });
  const row = await lockImplementation(tx, key);
  if (task === undefined || row === null) throw notFound("Implementation");
  if (row.endedAt !== null) {
    throw new AppError("conflict", { message: "This implementation is not running." });
  }
  const { implementationId, attempt } = row;
  const now = ctx.now();
  await endOpenSteps(tx, implementationId, { summary: "It was stopped.", completedAt: now });
  const step = "implementation-cancelled";
  const usual = row.headOid === null ? "Stopped before anything was written." : "Stopped. What was written is kept.";
  const summary = why ?? usual;
  const ended = { state: "success", startedAt: now, completedAt: now } as const;
  await insertStep(tx, row, { step, attempt, intent: {}, summary, ...ended });
  await appendOperations(tx, row, [{ step, kind: "note", text: summary }], now);
  await closeRunCalls(ctx, tx, row);
  await endRunRow(tx, implementationId, { outcome: "stopped", endedAt: now });
  await updatePushKey(tx, implementationId, { pushKeyHash: null, pushKeyUserId: null, pushUntil: null });
  if (task.state !== "in-progress") return;
  await changeTask(ctx, tx, task, { state: (await hasOtherToReview(tx, row)) ? "in-review" : "todo" });
}
