import type { CodeIndex } from "#server/code-index/ports/code-index.ts";

import { everydayWords, isKnownWord, splitWords, weakWordList } from "./words.ts";

/** Shorter words have too many neighbours. */
const fewestLetters = 5;
const lettersForTwo = 9;

const wordsOf = new WeakMap<CodeIndex, ReadonlySet<string>>();

function pathWords(index: CodeIndex): ReadonlySet<string> {
  const known = wordsOf.get(index);
  if (known) return known;
  const words = new Set(index.files().flatMap(({ path }) => splitWords(path)));
  wordsOf.set(index, words);
  return words;
}

/** The word that a mistyped one most likely means, among those of paths and of everyday questions; null where none is near. */
export function nearestWord(word: string, indexes: readonly CodeIndex[]): string | null {
  if (word.length < fewestLetters || isKnownWord(word)) return null;
  const allowed = word.length >= lettersForTwo ? 2 : 1;
  let best: { found: string; distance: number } | null = null;
  const check = (words: Iterable<string>) => {
    for (const found of words) {
      if (found[0] !== word[0] || Math.abs(found.length - word.length) > allowed) continue;
      const distance = distanceOf(word, found, allowed);
      if (distance <= allowed && distance < (best?.distance ?? Infinity)) best = { found, distance };
    }
  };
  check(everydayWords);
  check(weakWordList);
  for (const index of indexes) check(pathWords(index));
  return (best as { found: string } | null)?.found ?? null;
}

/** Letters put in, left out, exchanged or swapped with their neighbour; more than `most` is as good as endless. */
export function distanceOf(one: string, other: string, most: number): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1])
        cost = Math.min(cost, (before[column - 2] ?? 0) + 1);
      next.push(cost);
    }
    if (Math.min(...next) > most) return Infinity;
    before = last;
    last = next;
  }
  return last.at(-1) ?? Infinity;
}
