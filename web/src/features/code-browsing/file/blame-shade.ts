/** Steps of the scale from old to new. */
export const blameShades = 6;

/** How recent a line is compared to the other lines of its file, from 0 (oldest) to `blameShades - 1`. */
export function computeBlameShade(
  dateMs: number,
  { oldestMs, newestMs }: { oldestMs: number; newestMs: number },
): number {
  if (newestMs <= oldestMs) return blameShades - 1;
  const share = Math.min(Math.max((dateMs - oldestMs) / (newestMs - oldestMs), 0), 1);
  return Math.min(blameShades - 1, Math.floor(share * blameShades));
}
