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
 * The same work, but once the signal is aborted it fails for the signal's reason alone: by what broke first because of it
 * nobody can tell whether the job has to be taken up again.
 */
export async function orStopped<T>(ctx: Pick<Ctx, "signal">, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    ctx.signal.throwIfAborted();
    throw error;
  }
}
