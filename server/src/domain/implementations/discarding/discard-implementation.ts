import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { AppError, notFound } from "@cairn/contract/errors";
import type { discardImplementation as endpoint } from "@cairn/contract/implementations";

import { withActor, type Ctx } from "#server/ctx.ts";
import { recordAudit } from "#server/domain/audit/record-audit.ts";
import { requireNoMerge } from "#server/domain/implementations/mergeability/require-no-merge.ts";
import { getImplementation } from "#server/domain/implementations/reading/get-implementation.ts";
import { requireImplementation } from "#server/domain/implementations/reading/require-implementation.ts";
import { discardIntent, updateDiscarded } from "#server/domain/implementations/store/discards.store.ts";
import type {
  ImplementationRow,
  NamedImplementationRow,
} from "#server/domain/implementations/store/implementations.store.ts";
import { deleteQueueEntry } from "#server/domain/implementations/store/merge-queue.store.ts";
import { noteOthers } from "#server/domain/implementations/store/merges.store.ts";
import { appendOperations, hasOtherToReview, insertStep } from "#server/domain/implementations/store/runs.store.ts";
import { lockImplementation } from "#server/domain/implementations/store/starting.store.ts";
import { findPersonId } from "#server/domain/members/require-organization.ts";
import { changeTask, lockTasksFor } from "#server/domain/tasks/change-task.ts";
import { nameTask } from "#server/domain/tasks/describe-tasks.ts";
import type { Db } from "#server/platform/db/open-db.ts";

/**
 * Decides against an implementation for good: it is merged, revised and gone on with no more, and its task can be
 * implemented anew. Its branch, what it changed and what was said of it stay. Throws `conflict` in words while it runs or
 * is being merged, and once it was decided upon.
 */
export async function discardImplementation(
  ctx: Ctx,
  input: InputOf<typeof endpoint>,
): Promise<ResultOf<typeof endpoint>> {
  const row = await requireImplementation(ctx, input, "implementation.merge");
  await ctx.db.transaction((tx) => writeDiscarded(ctx, tx, row));
  return await getImplementation(ctx, row);
}

async function writeDiscarded(ctx: Ctx, tx: Db, row: NamedImplementationRow): Promise<void> {
  const { organizationId, implementationId, repositoryId } = row;
  const [task] = await lockTasksFor(tx, row, [row.taskId], { state: "todo" });
  const locked = await lockImplementation(tx, row);
  if (task === undefined || locked === null) throw notFound("Implementation");
  requireUndecided(locked);
  await requireNoMerge(tx, locked);
  const now = ctx.now();
  await updateDiscarded(tx, implementationId, findPersonId(ctx));
  await deleteQueueEntry(tx, locked);
  const step = "implementation-cancelled";
  const summary = sayWhatStays(locked);
  const ended = { state: "success", startedAt: now, completedAt: now } as const;
  // Each attempt is cancelled once, and the last one may have been stopped.
  await insertStep(tx, locked, { step, attempt: locked.attempt + 1, intent: discardIntent, summary, ...ended });
  await appendOperations(tx, locked, [{ step, kind: "note", text: `Discarded. ${summary}` }], now);
  const isLast = task.state === "in-review" && !(await hasOtherToReview(tx, locked));
  if (isLast) await changeTask(withActor(ctx, { kind: "system", organizationId }), tx, task, { state: "todo" });
  await noteOthers(tx, locked);
  const target = `implementation ${locked.projectImplementationId} of ${nameTask(task)}`;
  await recordAudit(ctx, tx, { organizationId, action: "implementation.discarded", target });
  // Those behind it in line no longer go on top of it.
  await ctx.enqueue(tx, "work-on-merge-queue", { organizationId, repositoryId }, repositoryId);
}

function requireUndecided({ state, endedAt }: ImplementationRow): void {
  if (state === "merged") throw new AppError("conflict", { message: "This implementation is merged already." });
  if (state === "discarded") throw new AppError("conflict", { message: "This implementation was discarded already." });
  if (endedAt === null) {
    throw new AppError("conflict", { message: "This implementation is still running. Stop it before you discard it." });
  }
}

function sayWhatStays({ headOid, isPublished, workingBranch }: ImplementationRow): string {
  if (isPublished) return `The branch ${workingBranch} stays.`;
  return headOid === null ? "Nothing was written." : "What was written is kept on this server.";
}
