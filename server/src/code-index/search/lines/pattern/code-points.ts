/** A set of code points as inclusive ranges, flat: first, last, first, last, …; ascending, with gaps between. */
export type CodePoints = readonly number[];

const lastCodePoint = 0x10ffff;
const firstSurrogate = 0xd800;
const lastSurrogate = 0xdfff;

/** Every code point that UTF-8 can hold. */
export const everyCodePoint: CodePoints = [0, firstSurrogate - 1, lastSurrogate + 1, lastCodePoint];

/** Sorts ranges and joins those that touch. */
export function joinRanges(ranges: readonly (readonly [number, number])[]): CodePoints {
  const joined: number[] = [];
  for (const [first, last] of ranges.toSorted(([a], [b]) => a - b)) {
    const end = joined.length - 1;
    if (joined.length > 0 && first <= (joined[end] ?? 0) + 1) joined[end] = Math.max(joined[end] ?? 0, last);
    else joined.push(first, last);
  }
  return joined;
}

/** The ranges of a set, one by one. */
export function* rangesOf(set: CodePoints): Generator<[number, number]> {
  for (let at = 0; at < set.length; at += 2) yield [set[at] ?? 0, set[at + 1] ?? 0];
}

export function unite(...sets: readonly CodePoints[]): CodePoints {
  const [only, another] = sets;
  if (only !== undefined && another === undefined) return only;
  return joinRanges(sets.flatMap((set) => [...rangesOf(set)]));
}

/** What neither the set nor the surrogates hold. */
export function complement(set: CodePoints): CodePoints {
  const gaps: [number, number][] = [];
  let next = 0;
  for (const [first, last] of rangesOf(unite(set, [firstSurrogate, lastSurrogate]))) {
    if (first > next) gaps.push([next, first - 1]);
    next = last + 1;
  }
  if (next <= lastCodePoint) gaps.push([next, lastCodePoint]);
  return joinRanges(gaps);
}

export function intersect(one: CodePoints, other: CodePoints): CodePoints {
  const both: number[] = [];
  for (let at = 0, otherAt = 0; at < one.length && otherAt < other.length;) {
    const last = one[at + 1] ?? 0;
    const otherLast = other[otherAt + 1] ?? 0;
    const start = Math.max(one[at] ?? 0, other[otherAt] ?? 0);
    const end = Math.min(last, otherLast);
    if (start <= end) both.push(start, end);
    if (last < otherLast) at += 2;
    else otherAt += 2;
  }
  return both;
}

export function subtract(one: CodePoints, other: CodePoints): CodePoints {
  return intersect(one, complement(other));
}

export function holds(set: CodePoints, codePoint: number): boolean {
  let low = 0;
  let high = set.length / 2 - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (codePoint < (set[middle * 2] ?? 0)) high = middle - 1;
    else if (codePoint > (set[middle * 2 + 1] ?? 0)) low = middle + 1;
    else return true;
  }
  return false;
}

/** How many code points the set holds. */
export function countOf(set: CodePoints): number {
  let count = 0;
  for (let at = 0; at < set.length; at += 2) count += (set[at + 1] ?? 0) - (set[at] ?? 0) + 1;
  return count;
}
