import type { RunCtx } from "#server/domain/implementations/phases/run-context.ts";
import { checkLease, type RunLease } from "#server/domain/implementations/store/runs.store.ts";

/** A stop is to end every process within two seconds. */
const lookMs = 400;

/** Looks again and again whether the lease still holds; `lost` is aborted when it does not. */
export function watchLease(ctx: Pick<RunCtx, "db" | "log">, lease: RunLease): { lost: AbortSignal; stop: () => void } {
  const lost = new AbortController();
  let isLooking = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    try {
      if (!(await checkLease(ctx.db, lease))) lost.abort();
    } catch (error) {
      // Without a database nothing is written either.
      ctx.log.warn({ error }, "whether a run goes on could not be read");
    } finally {
      isLooking = false;
    }
  };
  const timer = setInterval(() => void look(), lookMs);
  timer.unref();
  return { lost: lost.signal, stop: () => clearInterval(timer) };
}
