import { withActor, type Ctx } from "#server/ctx.ts";
import { recordAudit } from "#server/domain/audit/record-audit.ts";
import { publishDocuments } from "#server/domain/implementations/document-publishing/publish-documents.ts";
import { deleteQueueEntry } from "#server/domain/implementations/store/merge-queue.store.ts";
import {
  deleteMergeIntent,
  noteOthers,
  selectMerged,
  updateMerged,
  type MergeIntentRow,
} from "#server/domain/implementations/store/merges.store.ts";
import { appendOperations, insertStep } from "#server/domain/implementations/store/runs.store.ts";
import { lockImplementation } from "#server/domain/implementations/store/starting.store.ts";
import { changeTask, lockTasksFor } from "#server/domain/tasks/change-task.ts";
import { nameTask } from "#server/domain/tasks/describe-tasks.ts";

import type { MovedBase } from "./merged-code.ts";
import { moveBase } from "./move-base.ts";

/**
 * Takes a merge that was written down as far as it goes: the branch moves, unless somebody moved it first, then the documents
 * that were accepted with it are published, and then everything else is written at once. Done once more, also by several at
 * once, it comes to the same. Anything but "moved": nothing was merged, and the merge is forgotten.
 */
export async function completeMerge(ctx: Ctx, intent: MergeIntentRow): Promise<MovedBase> {
  const { organizationId } = intent;
  const acting = withActor(ctx, { kind: "system", organizationId });
  const found = await selectMerged(acting.db, intent);
  if (found === null) return { kind: "elsewhere" };
  const { row, repository } = found;
  const moved = await moveBase(acting, { row, repository, intent });
  if (moved.kind !== "moved") {
    await deleteMergeIntent(acting.db, intent);
    return moved;
  }
  await publishDocuments(acting, row, intent);
  await acting.db.transaction(async (tx) => {
    const [task] = await lockTasksFor(tx, row, [row.taskId], { state: "done" });
    const locked = await lockImplementation(tx, row);
    await deleteMergeIntent(tx, intent);
    await deleteQueueEntry(tx, intent);
    if (task === undefined || locked === null || locked.state === "merged") return;
    const { implementationId, attempt, baseBranch, repositoryId } = locked;
    const now = ctx.now();
    await updateMerged(tx, implementationId, {
      mergedOid: intent.mergeOid,
      mergedAt: now,
      mergedBy: intent.requestedBy,
    });
    const step = "implementation-completed";
    const summary = `Merged into ${baseBranch}, in commit ${intent.mergeOid.slice(0, 8)}.`;
    const ended = { state: "success", startedAt: now, completedAt: now } as const;
    await insertStep(tx, locked, { step, attempt, intent: {}, summary, ...ended });
    await appendOperations(tx, locked, [{ step, kind: "note", text: summary }], now);
    if (task.state === "in-review") await changeTask(acting, tx, task, { state: "done" });
    await noteOthers(tx, locked);
    const target = `${nameTask(task)} into ${baseBranch} of ${repository.slug}`;
    const by: Ctx["actor"] = intent.requestedBy === null ? acting.actor : { kind: "user", userId: intent.requestedBy };
    await recordAudit({ ...acting, actor: by }, tx, { organizationId, action: "implementation.merged", target });
    await ctx.enqueue(tx, "index-repository", { organizationId, repositoryId }, repositoryId);
  });
  return moved;
}
