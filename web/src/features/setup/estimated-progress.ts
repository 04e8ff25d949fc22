/** The whole of the estimate, and how often it moves. */
export const estimateDurationMs = 420_000;
export const estimateTickMs = 500;
/** How long the full bar is seen before it is said to be done. */
export const estimateEndMs = 300;

/** Shares of the time, and what of the bar passes in them. The last overlaps the one before it. */
const segments = [
  { until: 0.0067, from: 0, to: 17 },
  { until: 0.1067, from: 17, to: 88 },
  { until: 1, from: 84, to: 100 },
];
const cloneEnds = 17;

/**
 * How far the analysis would usually be after this time, 0 to 100. It never goes back: where the last segment begins
 * below the end of the one before it, it waits until it has caught up.
 */
export function estimateProgress(elapsedMs: number): number {
  const share = Math.min(1, Math.max(0, elapsedMs / estimateDurationMs));
  let start = 0;
  let reached = 0;
  for (const { until, from, to } of segments) {
    const within = Math.min(1, Math.max(0, (share - start) / (until - start)));
    if (share > start || start === 0) reached = Math.max(reached, from + within * (to - from));
    start = until;
  }
  return reached;
}

/** How far a run was shown, and how far it really was then. */
export interface HandOver {
  shown: number;
  real: number;
}

/**
 * What is shown of a run that was shown as further than it was: it goes on from there with every step of the run, and both
 * arrive at 100 together.
 */
export function catchUp({ shown, real }: HandOver, now: number): number {
  if (shown <= real || now <= real) return Math.max(shown, now);
  return shown + ((now - real) / (100 - real)) * (100 - shown);
}

/** What is going on at this point of the estimate. */
export function estimateLabel(percent: number, repositoryCount: number): string {
  if (percent >= cloneEnds) return "Analyzing architecture";
  return repositoryCount > 1 ? "Cloning repositories" : "Cloning repository";
}
