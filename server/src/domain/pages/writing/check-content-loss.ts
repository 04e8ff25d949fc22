/** A text may lose this much of itself without a person's word. */
const smallestShare = 0.5;
/** Shorter texts may shrink as they like. Characters. */
const longEnough = 400;

/** Why a new text would lose too much of the current one; null where it may replace it. */
export function checkContentLoss(former: string, next: string): string | null {
  if (former === "") return null;
  if (next === "") return "The code says nothing about this any more";
  if (former.length <= longEnough || next.length >= former.length * smallestShare) return null;
  return `The new text has ${shown(next.length)} of ${shown(former.length)} characters`;
}

function shown(count: number): string {
  return count.toLocaleString("en");
}
