import type { CodePoints } from "./code-points.ts";
import { holds, rangesOf } from "./code-points.ts";
import { wordKinds } from "./holds-look.ts";
import { asciiWordCharacters, wordCharacters } from "./unicode-sets.ts";

/** Characters that no step of a program distinguishes share a class, so that tables stay small. */
export interface CharacterClasses {
  /** By byte; the line break has `lineEnd`, and bytes that are no character by themselves `undecoded`. */
  ofByte: Uint16Array;
  undecoded: number;
  /** Of any code point, line breaks apart. */
  of: (codePoint: number) => number;
  /** A byte that is no part of UTF-8: it is in no set and no word. */
  broken: number;
  lineEnd: number;
  count: number;
  /** By class, of `wordKinds`; those of words beyond ASCII and others are one where the program does not tell them. */
  wordKinds: readonly number[];
  /** One code point of each class that has any. */
  samples: readonly number[];
}

/** Cuts the code points into classes along the borders of all sets. */
export function findClasses(
  sets: readonly CodePoints[],
  { hasWordLooks, hasAsciiLooks }: { hasWordLooks: boolean; hasAsciiLooks: boolean },
): CharacterClasses {
  const words = wordCharacters();
  const all = [...sets, ...(hasWordLooks ? [words] : []), ...(hasAsciiLooks ? [asciiWordCharacters] : [])];
  const borders = bordersOf(all);
  const classOf = new Int32Array(borders.length);
  let count = 1;
  for (const set of all) {
    // Every class splits into those of its intervals that the set holds and the others, which keep the number.
    const renamed = new Map<number, number>();
    for (const [first, last] of rangesOf(set)) {
      for (let at = intervalOf(borders, first); at < borders.length && (borders[at] ?? 0) <= last; at += 1) {
        const former = classOf[at] ?? 0;
        const renamedTo = renamed.get(former) ?? count;
        if (renamedTo === count) {
          renamed.set(former, count);
          count += 1;
        }
        classOf[at] = renamedTo;
      }
    }
  }
  const numbers = new Map<number, number>();
  const samples: number[] = [];
  for (const [at, name] of classOf.entries()) {
    const number = numbers.get(name) ?? samples.length;
    if (number === samples.length) {
      numbers.set(name, number);
      samples.push(borders[at] ?? 0);
    }
    classOf[at] = number;
  }
  const of = (codePoint: number): number => classOf[intervalOf(borders, codePoint)] ?? 0;
  const broken = samples.length;
  const lineEnd = samples.length + 1;
  const undecoded = samples.length + 2;
  const ofByte = Uint16Array.from({ length: 256 }, (_, byte) =>
    byte === 10 ? lineEnd : byte < 128 ? of(byte) : undecoded,
  );
  const kinds = samples.map((point) => {
    if (hasAsciiLooks && holds(asciiWordCharacters, point)) return wordKinds.ascii;
    return hasWordLooks && holds(words, point) ? wordKinds.beyondAscii : wordKinds.none;
  });
  return { ofByte, undecoded, of, broken, lineEnd, count: samples.length + 3, wordKinds: kinds, samples };
}

/** Where an interval begins whose code points all sets hold or leave alike; ascending, from 0. */
function bordersOf(sets: readonly CodePoints[]): Int32Array {
  const borders = new Set([0]);
  for (const set of sets)
    for (const [first, last] of rangesOf(set)) {
      borders.add(first);
      borders.add(last + 1);
    }
  return Int32Array.from(borders).sort();
}

function intervalOf(borders: Int32Array, codePoint: number): number {
  let low = 0;
  let high = borders.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((borders[middle] ?? 0) <= codePoint) low = middle;
    else high = middle - 1;
  }
  return low;
}
