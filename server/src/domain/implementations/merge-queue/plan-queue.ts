import { AppError } from "@cairn/contract/errors";

import { withActor, type Ctx } from "#server/ctx.ts";
import { announce } from "#server/domain/event-hooks/announce.ts";
import { planMerge, writeMergeCommit } from "#server/domain/implementations/merge/plan-merge.ts";
import { findMergeObstacle } from "#server/domain/implementations/mergeability/find-merge-obstacle.ts";
import { tryMerge } from "#server/domain/implementations/mergeability/try-merge.ts";
import { runRef } from "#server/domain/implementations/phases/run-refs.ts";
import { requireImplementation } from "#server/domain/implementations/reading/require-implementation.ts";
import { planEntry, updateEntry, type QueuedChange } from "#server/domain/implementations/store/merge-queue.store.ts";
import { noteOthers } from "#server/domain/implementations/store/merges.store.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { nameTask } from "#server/domain/tasks/describe-tasks.ts";
import { moveRef, readRef } from "#server/platform/git/refs/move-ref.ts";

/** The line of one branch. */
export interface BranchQueue {
  directory: string;
  /** Where the branch stands. */
  tip: string;
  changes: readonly QueuedChange[];
}

/** What each entry is merged onto, from the tip of the branch on: the commit of the one before it. */
export async function planQueue(ctx: Ctx, { directory, tip, changes }: BranchQueue): Promise<"same" | "changed"> {
  let onto = tip;
  let isSettled = true;
  for (const [at, change] of changes.entries()) {
    const { entry } = change;
    const reason = await findReason(ctx, { directory, tip, change, before: changes.slice(0, at), onto, isSettled });
    if (reason !== null) {
      await letLeave(ctx, change, reason);
      return "changed";
    }
    if (entry.ontoOid !== onto || entry.mergeOid === null) {
      await planOnto(ctx, { directory, change, onto });
      return "changed";
    }
    isSettled &&= entry.state === "passed";
    onto = entry.mergeOid;
  }
  return "same";
}

interface ChangeInLine {
  directory: string;
  tip: string;
  change: QueuedChange;
  before: readonly QueuedChange[];
  onto: string;
  /** All before it have passed. */
  isSettled: boolean;
}

/** Why an entry has to leave, in words; null where it stays. */
async function findReason(
  ctx: Ctx,
  { directory, tip, change, before, onto, isSettled }: ChangeInLine,
): Promise<string | null> {
  const { entry, row } = change;
  if (row.state !== "created") return "Somebody else decided upon this implementation.";
  if (row.headOid !== entry.headOid) return "It has commits that nobody has put in line.";
  if (row.runState !== "completed") return "A run works on it again.";
  // Only where those before it hold is it the one to blame.
  if (entry.state === "failed" && isSettled) return `Tested on top of those before it: ${entry.proof?.summary ?? ""}`;
  if (entry.ontoOid === onto) return null;
  const acting = asRequester(ctx, change);
  if (acting === null) return "The account of whoever put it in line is gone.";
  const named = await requireImplementation(acting, row, "implementation.merge").catch(refusal);
  if (typeof named === "string") return named;
  const obstacle = await findMergeObstacle(ctx, named);
  // What is not known yet is known before it is merged.
  if (obstacle !== null && obstacle.kind !== "rule-pending") return obstacle.message;
  const merged = await tryMerge(directory, { tip: onto, head: entry.headOid });
  if (merged.kind === "clean") return null;
  const files = merged.kind === "conflict" ? merged.files.map(({ path }) => path) : [];
  return await sayConflict(directory, { tip, change, before, files });
}

/** The same powers as whoever put it in line; null when that account is gone. */
export function asRequester(ctx: Ctx, { entry }: QueuedChange): Ctx | null {
  return entry.requestedBy === null ? null : withActor(ctx, { kind: "user", userId: entry.requestedBy });
}

/** What whoever put it in line may not do any more. */
export function refusal(error: unknown): string {
  const isRight = error instanceof AppError && (error.code === "forbidden" || error.code === "not_found");
  if (isRight) return "Whoever put it in line may not merge here any more.";
  throw error;
}

const maxNamedFiles = 3;

/** "Conflicts with FB-3, which is before it in line, in a.ts and 2 more files" */
async function sayConflict(
  directory: string,
  { change, before, files }: Pick<ChangeInLine, "tip" | "change" | "before"> & { files: readonly string[] },
): Promise<string> {
  const { entry, row } = change;
  const others: string[] = [];
  for (const other of before) {
    const merged = await tryMerge(directory, { tip: other.entry.headOid, head: entry.headOid });
    if (merged.kind !== "clean") others.push(nameTask(other.task));
  }
  const more = files.length - maxNamedFiles;
  const rest = more > 0 ? ` and ${more} more ${more === 1 ? "file" : "files"}` : "";
  const where = `${files.slice(0, maxNamedFiles).join(", ")}${rest}`;
  const whom =
    others.length === 0
      ? `those before it in line onto ${row.baseBranch}`
      : `${others.join(" and ")}, which ${others.length === 1 ? "is" : "are"} before it in line`;
  return `Conflicts with ${whom}, in ${where}.`;
}

async function planOnto(
  ctx: Ctx,
  { directory, change, onto }: { directory: string; change: QueuedChange; onto: string },
): Promise<void> {
  const { entry, row } = change;
  const acting = asRequester(ctx, change) ?? ctx;
  const { mergeMethod: method } = await requireProject(acting, row, "implementation.read");
  const named = await requireImplementation(acting, row, "implementation.read");
  const plan = await planMerge(acting, named, { method, userId: entry.requestedBy, onto });
  if (plan === null) return;
  const mergeOid = await writeMergeCommit(plan, { date: ctx.now(), signal: ctx.signal });
  const ref = runRef(entry.implementationId, "queued");
  const expected = await readRef(directory, ref, ctx);
  // Nothing else holds it while it is tested.
  await moveRef(directory, { ref, oid: mergeOid, expected, signal: ctx.signal });
  await planEntry(ctx.db, entry, { ontoOid: onto, mergeOid });
}

/** Takes it out of line and says why; those behind it are another matter now. */
export async function letLeave(ctx: Ctx, { entry, row }: QueuedChange, reason: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const didLeave = await updateEntry(tx, entry, { state: "left", reason, progress: null });
    if (!didLeave) return;
    await noteOthers(tx, row);
    await announce(tx, "implementation.not-merged", { ...row, now: ctx.now() });
  });
}
