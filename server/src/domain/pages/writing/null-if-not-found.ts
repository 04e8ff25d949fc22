import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";

/** Null for what is not found: a job's product or page may be gone when its turn comes. */
export async function nullIfNotFound<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}

/**
 * The same work, but once the signal is aborted it rejects with the signal's reason alone: from an error that the abort
 * caused, the queue could not see that the job has to be run again.
 */
export async function orStopped<T>(ctx: Pick<Ctx, "signal">, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    ctx.signal.throwIfAborted();
    throw error;
  }
}
