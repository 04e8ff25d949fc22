import type { PhaseEffect } from "#server/domain/implementations/phases/run-phase.ts";

/** The checks that failed are given back to whoever wrote the change so often. */
export const maxMends = 3;

/** The effect of the last checks, with how often the change was mended and why that ended. */
export function sayMends(
  effect: PhaseEffect,
  { mends, problem }: { mends: number; problem: string | null },
): PhaseEffect {
  const log = [...(effect.log ?? []), ...(problem === null ? [] : [{ kind: "problem" as const, text: problem }])];
  if (mends === 0) return { ...effect, log };
  const times = mends === 1 ? "once" : `${mends} times`;
  return { ...effect, summary: `${effect.summary} The agent mended it ${times}.`, log };
}
