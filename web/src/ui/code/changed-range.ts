import { diffArrays } from "diff";

/** Characters of a line, from `start` up to, not including, `end`. */
export interface CharacterRange {
  start: number;
  end: number;
}

/** The changed ranges of a line and of the one that replaced it, each in order. */
export interface ChangedWords {
  before: CharacterRange[];
  after: CharacterRange[];
}

/** When more than this share of a line changed, marking the change does not help. */
const maxChangedShare = 0.7;
/** Changes beyond it are told as one: comparing takes the square of them. */
const maxChanges = 60;
/** Lines that have less in common are no versions of each other. */
const minSimilarity = 0.4;
/** Pairs of lines that are compared in one block. */
const maxCompared = 400;

const splitWords = (line: string): string[] => line.match(/[\p{L}\p{N}_]+|\s+|./gsu) ?? [];

/**
 * The words in which a line and its replacement differ. Null when the lines have too little in common. `isQuick`: one range will do.
 */
export function findChangedWords(before: string, after: string, { isQuick = false } = {}): ChangedWords | null {
  if (isQuick) return unlessTooMuch(findChangedMiddle(before, after), before, after);
  const parts = diffArrays(splitWords(before), splitWords(after), { maxEditLength: maxChanges });
  const ranges: ChangedWords = { before: [], after: [] };
  let at = { before: 0, after: 0 };
  // Too many changes: everything between their common start and common end.
  if (parts === undefined) return unlessTooMuch(findChangedMiddle(before, after), before, after);
  for (const { value, added, removed } of parts) {
    const { length } = value.join("");
    const end = { before: at.before + (added ? 0 : length), after: at.after + (removed ? 0 : length) };
    if (removed) addRange(ranges.before, before, { start: at.before, end: end.before });
    if (added) addRange(ranges.after, after, { start: at.after, end: end.after });
    at = end;
  }
  return unlessTooMuch(ranges, before, after);
}

/** One range with the one before it, where nothing but blanks stands between them. */
function addRange(ranges: CharacterRange[], line: string, range: CharacterRange): void {
  const last = ranges.at(-1);
  if (last !== undefined && line.slice(last.end, range.start).trim() === "") last.end = range.end;
  else ranges.push(range);
}

function findChangedMiddle(before: string, after: string): ChangedWords {
  const shortest = Math.min(before.length, after.length);
  let start = 0;
  while (start < shortest && before[start] === after[start]) start += 1;
  let tail = 0;
  while (tail < shortest - start && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  return { before: [{ start, end: before.length - tail }], after: [{ start, end: after.length - tail }] };
}

function unlessTooMuch(ranges: ChangedWords, before: string, after: string): ChangedWords | null {
  const changed = (of: readonly CharacterRange[]) => of.reduce((sum, { start, end }) => sum + end - start, 0);
  const isMost =
    changed(ranges.before) > before.length * maxChangedShare || changed(ranges.after) > after.length * maxChangedShare;
  return isMost ? null : ranges;
}

/**
 * Which of the added lines replaced which of the removed ones, both in their order: those pairs that have most in common. Of blocks too large
 * to be compared, line by line where both have as many.
 */
export function pairLines(removed: readonly string[], added: readonly string[]): [removed: number, added: number][] {
  if (removed.length * added.length > maxCompared || (removed.length === 1 && added.length === 1)) {
    return removed.length === added.length ? removed.map((_, at) => [at, at]) : [];
  }
  const words = { removed: removed.map(countWords), added: added.map(countWords) };
  // The best that the lines from here on can come to.
  const best = Array.from({ length: removed.length + 1 }, () => Array.from({ length: added.length + 1 }, () => 0));
  const bestAt = (one: number, other: number) => best[one]?.[other] ?? 0;
  const gainAt = (one: number, other: number) => {
    const likeness = compareWords(words.removed[one], words.added[other]);
    return likeness < minSimilarity ? 0 : likeness;
  };
  for (let one = removed.length - 1; one >= 0; one -= 1) {
    for (let other = added.length - 1; other >= 0; other -= 1) {
      const row = best[one];
      const gain = gainAt(one, other);
      const paired = gain === 0 ? 0 : gain + bestAt(one + 1, other + 1);
      if (row) row[other] = Math.max(bestAt(one + 1, other), bestAt(one, other + 1), paired);
    }
  }
  const pairs: [number, number][] = [];
  for (let [one, other] = [0, 0]; one < removed.length && other < added.length;) {
    const gain = gainAt(one, other);
    if (gain > 0 && bestAt(one, other) === gain + bestAt(one + 1, other + 1)) {
      pairs.push([one, other]);
      one += 1;
      other += 1;
    } else if (bestAt(one, other) === bestAt(one + 1, other)) one += 1;
    else other += 1;
  }
  return pairs;
}

interface WordCounts {
  total: number;
  counts: ReadonlyMap<string, number>;
}

function countWords(line: string): WordCounts {
  const words = splitWords(line).filter((word) => word.trim() !== "");
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { total: words.length, counts };
}

/** From 0, nothing in common, to 1, the same words. */
function compareWords(one: WordCounts | undefined, other: WordCounts | undefined): number {
  if (one === undefined || other === undefined || one.total + other.total === 0) return 0;
  let common = 0;
  for (const [word, count] of one.counts) common += Math.min(count, other.counts.get(word) ?? 0);
  return (2 * common) / (one.total + other.total);
}

/** A part of a line and whether it is marked as changed. */
export interface MarkedToken {
  text: string;
  color: string | undefined;
  isMarked: boolean;
}

/** Splits the tokens of a line at the bounds of its changed ranges, which are in order. */
export function markRanges(
  tokens: readonly { text: string; color: string | undefined }[],
  ranges: readonly CharacterRange[],
): MarkedToken[] {
  let at = 0;
  return tokens.flatMap(({ text, color }) => {
    const from = at;
    at += text.length;
    let done = 0;
    const pieces: MarkedToken[] = [];
    const add = (end: number, isMarked: boolean) => {
      const upTo = Math.min(Math.max(end - from, done), text.length);
      if (upTo > done) pieces.push({ text: text.slice(done, upTo), color, isMarked });
      done = upTo;
    };
    for (const { start, end } of ranges) {
      add(start, false);
      add(end, true);
    }
    add(at, false);
    return pieces;
  });
}
