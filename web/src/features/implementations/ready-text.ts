/** Milliseconds after which the estimate says less. */
export const readySteps = [60_000, 180_000] as const;

/** When a run is probably done, by the time since it was put in line. It never goes back to an earlier text. */
export function readyText(elapsedMs: number): string {
  const [nearly, over] = readySteps;
  if (elapsedMs < nearly) return "Ready in ~2min";
  return elapsedMs < over ? "Ready in ~1min" : "Ready anytime";
}
