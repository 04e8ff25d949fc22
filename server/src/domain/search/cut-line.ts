interface MarkedLine {
  text: string;
  /** [from, to) in UTF-16 units of `text`. */
  ranges: [number, number][];
}

/** Of what is cut off before the first match, this share of the length stays. */
const beforeShare = 0.25;

/** A line around its first match, with the ranges that are still in it, and no half of a surrogate pair. */
export function cutLine({ text, ranges }: MarkedLine, maxLength: number): MarkedLine {
  if (text.length <= maxLength) return { text, ranges };
  const first = ranges[0]?.[0] ?? 0;
  const wanted = Math.max(0, Math.min(first - Math.floor(maxLength * beforeShare), text.length - maxLength));
  const from = isInPair(text, wanted) ? wanted + 1 : wanted;
  const last = Math.min(text.length, wanted + maxLength);
  const to = isInPair(text, last) ? last - 1 : last;
  const inside = ranges
    .filter(([start, end]) => start < to && end > from)
    .map(([start, end]): [number, number] => [Math.max(start, from) - from, Math.min(end, to) - from]);
  return { text: text.slice(from, to), ranges: inside };
}

/** Whether the offset is inside a surrogate pair. */
function isInPair(text: string, at: number): boolean {
  return /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(Math.max(0, at - 1), at + 1)) && at > 0;
}
