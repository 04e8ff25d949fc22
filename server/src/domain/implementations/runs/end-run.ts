import type { HookEvent } from "@cairn/contract/event-hooks";
import type { RunOutcome } from "@cairn/contract/implementations";

import type { Ctx } from "#server/ctx.ts";
import { announce } from "#server/domain/event-hooks/announce.ts";
import { closeRunCalls } from "#server/domain/implementations/budget/close-run-calls.ts";
import type { ImplementationRow } from "#server/domain/implementations/store/implementations.store.ts";
import {
  endOpenSteps,
  endRunRow,
  hasOtherToReview,
  lockRun,
  type RunLease,
} from "#server/domain/implementations/store/runs.store.ts";
import { changeTask, lockTasksFor } from "#server/domain/tasks/change-task.ts";
import type { Db } from "#server/platform/db/open-db.ts";

/** The parts of a run that name its task. */
type RunTask = Pick<ImplementationRow, "organizationId" | "projectId" | "taskId">;

/** What ending a run needs; the actor must be the system. */
type RunEnder = Pick<Ctx, "actor" | "settings" | "now" | "newId">;

/**
 * Ends a run and moves its task, within one transaction: to review where the run completed or another implementation is
 * there to review, else back to Todo. `finish` writes what else belongs to the end.
 */
export async function endRun(
  ctx: RunEnder,
  tx: Db,
  {
    task,
    lease,
    outcome,
    finish,
  }: { task: RunTask; lease: RunLease; outcome: RunOutcome; finish: (row: ImplementationRow) => Promise<void> },
): Promise<void> {
  // In the order in which everybody locks: the product, the task, and then what belongs to it.
  const [former] = await lockTasksFor(tx, task, [task.taskId], { state: "in-review" });
  const row = await lockRun(tx, lease);
  await finish(row);
  await endOpenSteps(tx, row.implementationId, { summary: endedMeanwhile[outcome], completedAt: ctx.now() });
  await closeRunCalls(ctx, tx, row);
  await endRunRow(tx, row.implementationId, { outcome, endedAt: ctx.now() });
  const event = announced[outcome];
  if (event !== null) await announce(tx, event, { ...row, now: ctx.now() });
  if (former === undefined || former.state !== "in-progress") return;
  const isToReview = outcome === "completed" || (await hasOtherToReview(tx, row));
  await changeTask(ctx, tx, former, { state: isToReview ? "in-review" : "todo" });
}

/** What others are told; whoever stops a run knows. */
const announced = {
  completed: "implementation.ready",
  failed: "implementation.failed",
  stopped: null,
} as const satisfies Record<RunOutcome, HookEvent | null>;

/** Of steps that were under way. */
const endedMeanwhile: Record<RunOutcome, string> = {
  completed: "It was over before this ended.",
  failed: "A step failed.",
  stopped: "It was stopped.",
};
