import { AppError, notFound } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import type { NamedImplementationRow } from "#server/domain/implementations/store/implementations.store.ts";
import { deleteQueueEntry } from "#server/domain/implementations/store/merge-queue.store.ts";
import { insertMergeIntent, type MergeIntentRow } from "#server/domain/implementations/store/merges.store.ts";
import { insertPull } from "#server/domain/implementations/store/pull-requests.store.ts";
import { lockImplementation } from "#server/domain/implementations/store/starting.store.ts";
import { lockTasksFor } from "#server/domain/tasks/change-task.ts";

interface BegunMerge {
  /** The commit that was reviewed. */
  head: string;
  /** Where the base branch stands. */
  tip: string;
  /** The commit that joins the two, which no branch shows yet. */
  mergeOid: string;
  userId: string;
  /** Whether a pull request brings it in. */
  byPull?: boolean;
}

/** Writes down what is about to be merged. Throws `conflict` in words where something came in between. */
export async function beginMerge(
  ctx: Ctx,
  row: NamedImplementationRow,
  { head, tip, mergeOid, userId, byPull = false }: BegunMerge,
): Promise<MergeIntentRow> {
  const { organizationId, implementationId } = row;
  const intent: MergeIntentRow = {
    implementationId,
    organizationId,
    headOid: head,
    tipOid: tip,
    mergeOid,
    documentsAt: null,
    requestedBy: userId,
    createdAt: ctx.now(),
  };
  await ctx.db.transaction(async (tx) => {
    await lockTasksFor(tx, row, [row.taskId], { state: "done" });
    const locked = await lockImplementation(tx, row);
    if (locked === null) throw notFound("Implementation");
    if (locked.state !== "created") {
      throw new AppError("conflict", { message: "Somebody else decided upon this implementation a moment ago." });
    }
    if (locked.runState !== "completed" || locked.headOid !== head) {
      throw new AppError("conflict", { message: "This implementation has changed a moment ago. Look at it again." });
    }
    if (!(await insertMergeIntent(tx, intent))) {
      throw new AppError("conflict", { message: "Somebody else is merging this at the moment." });
    }
    if (!byPull) return;
    await insertPull(tx, { organizationId, implementationId, headOid: head });
    await deleteQueueEntry(tx, intent);
  });
  return intent;
}
