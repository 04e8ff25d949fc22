import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import {
  applyRun,
  isRunOn,
  reportProgress,
  type RepositoryRow,
} from "#server/domain/repositories/catalog/track-indexing.ts";

/** One run of the indexing. */
export interface IndexRun {
  /** Its signal is also aborted when the run is found to be over. */
  ctx: Ctx;
  /** As it was when the run began. */
  row: RepositoryRow;
  /** People see nothing of it until it has ended. */
  isQuiet: boolean;
  stop: AbortController;
}

/**
 * A run is quiet when people already have an index and did not request the run: after a push, a webhook or when
 * polling found new commits. A run they request waits in state "queued".
 */
export function beginRun(ctx: Ctx, row: RepositoryRow): IndexRun {
  const stop = new AbortController();
  const isSettled = row.indexState === "ready" || row.indexState === "failed";
  const isQuiet = isSettled && row.indexedCommit !== null && ctx.indexes.has(row.repositoryId);
  return { row, stop, isQuiet, ctx: { ...ctx, signal: AbortSignal.any([ctx.signal, stop.signal]) } };
}

/** Every step begins here: a run that may not write any more must not touch the disk either. */
export async function enter({ ctx, row, isQuiet }: IndexRun, change: Parameters<typeof applyRun>[2]): Promise<void> {
  const isOn = isQuiet ? await isRunOn(ctx, row) : await applyRun(ctx, row, change);
  if (!isOn) throw runIsOver();
}

/** Percent of the whole run. */
export async function report({ ctx, row, isQuiet, stop }: IndexRun, percent: number): Promise<void> {
  const isOn = isQuiet ? await isRunOn(ctx, row) : await reportProgress(ctx, row, percent);
  if (!isOn) stop.abort(runIsOver());
}

export function runIsOver(): AppError {
  return new AppError("cancelled", { message: "The repository was deleted or changed while it was being indexed." });
}

const progressIntervalMs = 500;

/** Calls at most every half second; `done` waits for the last call. A failed report never fails the run. */
export function throttle(
  send: (percent: number) => Promise<void>,
): ((percent: number) => void) & { done(): Promise<void> } {
  let last = performance.now();
  let pending = Promise.resolve();
  const call = (percent: number) => {
    const now = performance.now();
    if (now - last < progressIntervalMs) return;
    last = now;
    pending = pending.then(() => send(percent)).catch(() => {});
  };
  return Object.assign(call, { done: () => pending });
}
