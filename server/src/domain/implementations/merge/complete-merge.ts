import { withActor, type Ctx } from "#server/ctx.ts";
import { recordAudit } from "#server/domain/audit/record-audit.ts";
import { announce } from "#server/domain/event-hooks/announce.ts";
import { publishDocuments } from "#server/domain/implementations/document-publishing/publish-documents.ts";
import type { PullRequestRow } from "#server/domain/implementations/store/implementations.store.ts";
import { deleteQueueEntry } from "#server/domain/implementations/store/merge-queue.store.ts";
import {
  deleteMergeIntent,
  noteOthers,
  selectMerged,
  selectMergeIntent,
  updateMerged,
  type MergeIntentRow,
} from "#server/domain/implementations/store/merges.store.ts";
import { closePull, deletePull, selectOpenPull } from "#server/domain/implementations/store/pull-requests.store.ts";
import { appendOperations, insertStep } from "#server/domain/implementations/store/runs.store.ts";
import { lockImplementation } from "#server/domain/implementations/store/starting.store.ts";
import { changeTask, lockTasksFor } from "#server/domain/tasks/change-task.ts";
import { nameTask } from "#server/domain/tasks/describe-tasks.ts";

import { followPull } from "./follow-pull.ts";
import type { MergedCode, MovedBase } from "./merged-code.ts";
import { moveBase } from "./move-base.ts";

/**
 * Takes a merge that was written down as far as it goes: the branch moves, unless somebody moved it first, then the documents
 * that were accepted with it are published, and then everything else is written at once. Done once more, also by several at
 * once, it comes to the same. "waiting": a pull request is open. Anything else but "moved": nothing was merged, and the merge is
 * forgotten.
 */
export async function completeMerge(ctx: Ctx, begun: MergeIntentRow): Promise<MovedBase> {
  const { organizationId } = begun;
  const acting = withActor(ctx, { kind: "system", organizationId });
  const found = await selectMerged(acting.db, begun);
  if (found === null) return { kind: "elsewhere" };
  const pull = await selectOpenPull(acting.db, begun);
  const code = { ...found, intent: begun };
  const moved = pull === null ? await moveBase(acting, code) : await followPull(acting, code, pull);
  if (moved.kind === "waiting") return moved;
  if (moved.kind !== "moved") {
    await forgetMerge(acting, code, moved.kind === "refused" ? moved.reason : null);
    return moved;
  }
  // A pull request was merged by another commit than the one that was planned.
  const intent = await selectMergeIntent(acting.db, begun);
  if (intent === null) return moved;
  await publishDocuments(acting, found.row, intent);
  await writeMerged(acting, { ...found, intent });
  return moved;
}

async function writeMerged(acting: Ctx, { row, repository, intent }: MergedCode): Promise<void> {
  const { organizationId } = intent;
  await acting.db.transaction(async (tx) => {
    const [task] = await lockTasksFor(tx, row, [row.taskId], { state: "done" });
    const locked = await lockImplementation(tx, row);
    const pull = await selectOpenPull(tx, intent);
    await deleteMergeIntent(tx, intent);
    await deletePull(tx, intent);
    await deleteQueueEntry(tx, intent);
    if (task === undefined || locked === null || locked.state === "merged") return;
    const { implementationId, attempt, baseBranch, repositoryId } = locked;
    const now = acting.now();
    await updateMerged(tx, implementationId, {
      mergedOid: intent.mergeOid,
      mergedAt: now,
      mergedBy: intent.requestedBy,
    });
    const step = "implementation-completed";
    const summary = sayMerged(intent, { baseBranch, pull });
    const ended = { state: "success", startedAt: now, completedAt: now } as const;
    await insertStep(tx, locked, { step, attempt, intent: {}, summary, ...ended });
    await appendOperations(tx, locked, [{ step, kind: "note", text: summary }], now);
    if (task.state === "in-review") await changeTask(acting, tx, task, { state: "done" });
    await noteOthers(tx, locked);
    const target = `${nameTask(task)} into ${baseBranch} of ${repository.slug}`;
    const by: Ctx["actor"] = intent.requestedBy === null ? acting.actor : { kind: "user", userId: intent.requestedBy };
    await recordAudit({ ...acting, actor: by }, tx, { organizationId, action: "implementation.merged", target });
    await announce(tx, "implementation.merged", { ...locked, now });
    await acting.enqueue(tx, "index-repository", { organizationId, repositoryId }, repositoryId);
  });
}

function sayMerged(
  { mergeOid, headOid }: MergeIntentRow,
  { baseBranch, pull }: { baseBranch: string; pull: PullRequestRow | null },
): string {
  const commit = `in commit ${mergeOid.slice(0, 8)}.`;
  if (pull === null || pull.number === null) return `Merged into ${baseBranch}, ${commit}`;
  const isOther = pull.hostedOid !== null && pull.hostedOid !== headOid;
  const warning = isOther ? " It had commits there that nobody has reviewed here." : "";
  return `Merged into ${baseBranch} by pull request #${pull.number} on GitHub, ${commit}${warning}`;
}

/** `reason`: why its pull request came to nothing, where it had one. */
async function forgetMerge(acting: Ctx, { row, intent }: MergedCode, reason: string | null): Promise<void> {
  await acting.db.transaction(async (tx) => {
    const locked = await lockImplementation(tx, row);
    const pull = await selectOpenPull(tx, intent);
    if (!(await deleteMergeIntent(tx, intent)) || pull === null || locked === null) return;
    const summary = reason ?? "Its pull request came to nothing.";
    await closePull(tx, intent, summary);
    // Who asked for one that was never opened is told at once.
    if (pull.number === null) return;
    const now = acting.now();
    const step = "implementation-completed";
    const ended = { state: "error", startedAt: now, completedAt: now } as const;
    await insertStep(tx, locked, { step, attempt: locked.attempt, intent: {}, summary, ...ended });
    await appendOperations(tx, locked, [{ step, kind: "note", text: summary }], now);
    await announce(tx, "implementation.not-merged", { ...locked, now });
  });
}
