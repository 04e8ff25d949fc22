import type { Ctx } from "#server/ctx.ts";

const checkEveryMs = 1000;

/** Does the work with a signal that is aborted, too, once `isWanted` says no; null when that ended it. */
export async function abortWhen<T>(
  ctx: Ctx,
  isWanted: () => Promise<boolean>,
  work: (ctx: Ctx) => Promise<T>,
): Promise<T | null> {
  const unwanted = new AbortController();
  const check = async (): Promise<void> => {
    if (!(await isWanted())) unwanted.abort();
  };
  // A failed check means nothing; the work itself will report what is broken.
  const timer = setInterval(() => void check().catch(() => {}), checkEveryMs);
  try {
    return await work({ ...ctx, signal: AbortSignal.any([ctx.signal, unwanted.signal]) });
  } catch (error) {
    if (unwanted.signal.aborted && !ctx.signal.aborted) return null;
    throw error;
  } finally {
    clearInterval(timer);
  }
}
