import type { Ctx } from "#server/ctx.ts";

/** Whoever looks gets what is found within this; what goes on after it is remembered for the next look. */
const budgetMs = 4_000;

/** Aborted when whoever looks has left, or has waited for long enough. */
export function beginLook({ signal }: Pick<Ctx, "signal">): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(budgetMs)]);
}

/** What is found within the time; null where it is over first. */
export async function knownWithin<T>(
  { signal }: Pick<Ctx, "signal">,
  look: AbortSignal,
  find: () => Promise<T>,
): Promise<T | null> {
  try {
    return await find();
  } catch (error) {
    if (look.aborted && !signal.aborted) return null;
    throw error;
  }
}
