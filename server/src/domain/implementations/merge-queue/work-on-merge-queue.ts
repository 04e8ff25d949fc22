import { setTimeout as wait } from "node:timers/promises";

import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { listQueue, updateEntry, type QueuedChange } from "#server/domain/implementations/store/merge-queue.store.ts";
import { codeDirectory } from "#server/domain/repositories/catalog/code-directory.ts";
import { resolveCommit } from "#server/platform/git/objects/resolve-commit.ts";

import { completeFirst, mergeFirst } from "./merge-first.ts";
import { letLeave, planQueue, type BranchQueue } from "./plan-queue.ts";
import { testEntry } from "./test-entry.ts";

/** Tests of one repository at once: the next is tested while the one before it is not through. */
const testsAtOnce = 2;
/** How often it is looked whether somebody came, left, or pushed. */
const lookMs = 1_000;

interface RunningTest {
  stop: () => void;
  ended: Promise<void>;
}

/** By the commit that is tested. */
type RunningTests = Map<string, RunningTest>;

/**
 * Works on the merge queues of a repository until nobody waits in them. Each look at them goes by what is written down and by
 * where the branch stands, so whoever goes on after a crash, or works on them at the same time, comes to the same.
 */
export async function workOnMergeQueue(
  ctx: Ctx,
  { organizationId, repositoryId }: { organizationId: string; repositoryId: string },
): Promise<void> {
  const running: RunningTests = new Map();
  try {
    for (;;) {
      ctx.signal.throwIfAborted();
      const queues = await loadQueues(ctx, { organizationId, repositoryId });
      if (queues.length === 0) return;
      const planned = new Set(queues.flatMap(({ changes }) => changes.map(({ entry }) => entry.mergeOid)));
      for (const [oid, test] of running) if (!planned.has(oid)) test.stop();
      let isChanged = false;
      for (const queue of queues) isChanged = (await advance(ctx, queue, running)) || isChanged;
      if (!isChanged) await rest(ctx, running);
    }
  } finally {
    for (const { stop } of running.values()) stop();
    await Promise.allSettled([...running.values()].map(({ ended }) => ended));
  }
}

async function loadQueues(
  ctx: Ctx,
  { organizationId, repositoryId }: { organizationId: string; repositoryId: string },
): Promise<BranchQueue[]> {
  const all = await listQueue(ctx.db, { organizationId, repositoryIds: [repositoryId] });
  const [first] = all;
  if (first === undefined) return [];
  const directory = codeDirectory(ctx, first.repository);
  const queues: BranchQueue[] = [];
  for (const [branch, changes] of Map.groupBy(all, ({ row }) => row.baseBranch)) {
    const tip = await resolveCommit(directory, branch, { signal: ctx.signal });
    if (tip !== null) queues.push({ directory, tip, changes });
    else
      for (const change of changes) await letLeave(ctx, change, `The repository has no branch “${branch}” any more.`);
  }
  return queues;
}

/** True where the line is another one now. */
async function advance(ctx: Ctx, queue: BranchQueue, running: RunningTests): Promise<boolean> {
  if (await completeFirst(ctx, queue)) return true;
  if ((await planQueue(ctx, queue)) === "changed") return true;
  if (await mergeFirst(ctx, queue)) return true;
  for (const change of queue.changes) {
    // Nothing that stands on it would be merged as it is.
    if (change.entry.state === "failed") break;
    if (change.entry.state !== "passed") startTest(ctx, queue, { change, running });
  }
  return false;
}

function startTest(
  ctx: Ctx,
  { directory }: BranchQueue,
  { change, running }: { change: QueuedChange; running: RunningTests },
): void {
  const { ontoOid, mergeOid } = change.entry;
  if (ontoOid === null || mergeOid === null || running.has(mergeOid) || running.size >= testsAtOnce) return;
  const stopping = new AbortController();
  const signal = AbortSignal.any([ctx.signal, stopping.signal]);
  const ended = test(ctx, { ...change, directory, ontoOid, mergeOid }, signal).finally(() => running.delete(mergeOid));
  // Whoever waits for it learns of it there.
  ended.catch(() => undefined);
  running.set(mergeOid, { stop: () => stopping.abort(), ended });
}

/** Tests an entry and writes down what came of it, unless it is to be another commit by now. */
async function test(ctx: Ctx, planned: Parameters<typeof testEntry>[1], signal: AbortSignal): Promise<void> {
  const { entry } = planned;
  await updateEntry(ctx.db, entry, { state: "testing" });
  try {
    const { isGreen, proof } = await testEntry(ctx, planned, signal);
    await updateEntry(ctx.db, entry, { state: isGreen ? "passed" : "failed", proof, progress: null });
  } catch (error) {
    if (signal.aborted) return;
    ctx.log.warn(
      { error, implementationId: entry.implementationId },
      "a change in the merge queue could not be tested",
    );
    const why = error instanceof AppError ? error.message : "The server's log says why.";
    await letLeave(ctx, planned, `It could not be tested. ${why}`);
  }
}

/** Until a test ends or it is time to look again. Rejects with what a test could not even write down. */
async function rest(ctx: Ctx, running: RunningTests): Promise<void> {
  const woken = new AbortController();
  const look = wait(lookMs, undefined, { signal: AbortSignal.any([ctx.signal, woken.signal]) });
  const ended = [...running.values()].map((one) => one.ended);
  try {
    await Promise.race([look.catch(() => undefined), ...ended]);
  } finally {
    woken.abort();
  }
}
