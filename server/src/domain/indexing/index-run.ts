import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import {
  applyRun,
  isRunOn,
  reportProgress,
  type IndexReading,
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

/** How far a run is. */
export interface RunProgress {
  /** Of the whole run. */
  percent: number;
  /** Null before the files are listed. */
  reading: IndexReading | null;
}

export async function report({ ctx, row, isQuiet, stop }: IndexRun, progress: RunProgress): Promise<void> {
  const isOn = isQuiet ? await isRunOn(ctx, row) : await reportProgress(ctx, row, progress);
  if (!isOn) stop.abort(runIsOver());
}

export function runIsOver(): AppError {
  return new AppError("cancelled", { message: "The repository was deleted or changed while it was being indexed." });
}

const progressIntervalMs = 500;

/** Calls at most every half second; `done` sends what was held back and waits. A failed report never fails the run. */
export function throttle(
  send: (progress: RunProgress) => Promise<void>,
): ((progress: RunProgress) => void) & { done(): Promise<void> } {
  let last = performance.now();
  let held: RunProgress | null = null;
  let pending = Promise.resolve();
  const queue = (progress: RunProgress) => {
    held = null;
    pending = pending.then(() => send(progress)).catch(() => {});
  };
  const call = (progress: RunProgress) => {
    held = progress;
    const now = performance.now();
    if (now - last < progressIntervalMs) return;
    last = now;
    queue(progress);
  };
  return Object.assign(call, {
    done: () => {
      if (held !== null) queue(held);
      return pending;
    },
  });
}
