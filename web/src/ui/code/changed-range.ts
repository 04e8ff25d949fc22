/** Characters of a line, from `start` up to, not including, `end`. */
export interface CharacterRange {
  start: number;
  end: number;
}

/** When more than this share of a line changed, marking the change does not help. */
const maxChangedShare = 0.7;

/**
 * The changed ranges of a line and its replacement: everything between their common start and common end. Null when the
 * lines have too little in common.
 */
export function findChangedRanges(
  before: string,
  after: string,
): { before: CharacterRange; after: CharacterRange } | null {
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

/** A part of a line and whether it is marked as changed. */
export interface MarkedToken {
  text: string;
  color: string | undefined;
  isMarked: boolean;
}

/** Splits the tokens of a line at the bounds of a range. */
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
