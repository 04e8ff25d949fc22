/** Characters of a line, from `start` up to, not including, `end`. */
export interface CharacterRange {
  start: number;
  end: number;
}

/** Where more than this share of a line is new, marking it says nothing. */
const maxChangedShare = 0.7;

/**
 * What differs between a line and the one that took its place: all that is not the same at their beginning and end.
 * Null where the lines have too little in common.
 */
export function changedRanges(before: string, after: string): { before: CharacterRange; after: CharacterRange } | null {
  const shortest = Math.min(before.length, after.length);
  let start = 0;
  while (start < shortest && before[start] === after[start]) start += 1;
  let tail = 0;
  while (tail < shortest - start && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const ranges = {
    before: { start, end: before.length - tail },
    after: { start, end: after.length - tail },
  };
  const isTooMuch = [
    { range: ranges.before, text: before },
    { range: ranges.after, text: after },
  ].some(({ range, text }) => range.end - range.start > text.length * maxChangedShare);
  return isTooMuch ? null : ranges;
}

/** A piece of a line and whether it is marked. */
export interface MarkedToken {
  text: string;
  color: string | undefined;
  isMarked: boolean;
}

/** Cuts the pieces of a line where a range begins and ends. */
export function markRange(
  tokens: readonly { text: string; color: string | undefined }[],
  range: CharacterRange,
): MarkedToken[] {
  let at = 0;
  return tokens.flatMap(({ text, color }) => {
    const from = at;
    at += text.length;
    const start = Math.min(Math.max(range.start - from, 0), text.length);
    const end = Math.min(Math.max(range.end - from, start), text.length);
    return [
      { text: text.slice(0, start), color, isMarked: false },
      { text: text.slice(start, end), color, isMarked: true },
      { text: text.slice(end), color, isMarked: false },
    ].filter((piece) => piece.text !== "");
  });
}
