import { everyCodePoint, holds, intersect, joinRanges, rangesOf, unite } from "./code-points.ts";
import type { CodePoints } from "./code-points.ts";

const known = new Map<string, CodePoints | null>();

/** The same as ASCII has them. */
export const asciiDigits: CodePoints = [48, 57];
export const asciiSpaces: CodePoints = [9, 13, 32, 32];
export const asciiWordCharacters: CodePoints = [48, 57, 65, 90, 95, 95, 97, 122];

/** `\d`, `\s` and `\w` as Unicode defines them. */
export function digits(): CodePoints {
  return setOf("\\p{Nd}") ?? [];
}

export function spaces(): CodePoints {
  return setOf("\\p{White_Space}") ?? [];
}

export function wordCharacters(): CodePoints {
  return setOf("[\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\p{Join_Control}]") ?? [];
}

/** Whether the code point is a word character. */
export function isWordCharacter(codePoint: number): boolean {
  return holds(wordCharacters(), codePoint);
}

/**
 * The set that `\p{name}` means: a category, script or property, spelled as loosely as Unicode allows. Null for none.
 */
export function propertySet(name: string): CodePoints | null {
  const [kind, value] = name.includes("=") || name.includes(":") ? name.split(/[=:]/, 2) : [null, name];
  const spelled = titleCase(value ?? "");
  if (spelled === "Any") return everyCodePoint;
  if (spelled === "Ascii") return [0, 127];
  if (!/^\w+$/.test(spelled)) return null;
  const isScript = kind !== null && /^(?:sc|script)$/i.test(kind);
  const isCategory = kind !== null && /^(?:gc|general_?category)$/i.test(kind);
  if (kind !== null && !isScript && !isCategory) return null;
  const spellings = [spelled, value ?? "", spelled.toUpperCase()];
  for (const spelling of spellings) {
    const categories = isScript ? [] : [`\\p{${spelling}}`];
    const scripts = isCategory ? [] : [`\\p{Script=${spelling}}`];
    for (const source of [...categories, ...scripts]) {
      const set = setOf(source);
      if (set !== null) return set;
    }
  }
  return null;
}

function titleCase(name: string): string {
  return name
    .trim()
    .split(/[\s_-]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase())
    .join("_");
}

/** Planes 4 to 13 and the private ones hold nothing that differs within them. */
const differingRanges = [[0, 0xd7ff], [0xe000, 0x3ffff], [0xe0000, 0xe0fff]] as const; // prettier-ignore
const evenRanges = [[0x40000, 0xdffff], [0xe1000, 0xeffff], [0xf0000, 0xffffd], [0xffffe, 0xfffff], [0x100000, 0x10fffd], [0x10fffe, 0x10ffff]] as const; // prettier-ignore

/** Read out of the engine's own tables once; `source` is made by this file or matched against names it knows. */
function setOf(source: string): CodePoints | null {
  const found = known.get(source);
  if (found !== undefined) return found;
  let test: RegExp;
  try {
    test = new RegExp(`^${source}$`, "u");
  } catch {
    if (known.size < 1000) known.set(source, null);
    return null;
  }
  const ranges: [number, number][] = [];
  for (const [first, last] of differingRanges)
    for (let point = first; point <= last; point += 1)
      if (test.test(String.fromCodePoint(point))) {
        const former = ranges.at(-1);
        if (former?.[1] === point - 1) former[1] = point;
        else ranges.push([point, point]);
      }
  for (const [first, last] of evenRanges) if (test.test(String.fromCodePoint(first))) ranges.push([first, last]);
  const set = joinRanges(ranges);
  known.set(source, set);
  return set;
}

/** Its upper case is I, yet by folding it is no case of i. */
const dotlessI = 0x131;

let cases: Map<number, readonly number[]> | null = null;
/** A pattern may name the same large set a hundred times. */
const knownWithCases = new WeakMap<CodePoints, CodePoints>();

/** The set as the flags of a pattern mean it. */
export function inAllCases(set: CodePoints, flags: { ignoreCase: boolean; isAscii: boolean }): CodePoints {
  if (!flags.ignoreCase) return set;
  return flags.isAscii ? withAsciiCases(set) : withCases(set);
}

/** The set with every other case of its ASCII letters. */
function withAsciiCases(set: CodePoints): CodePoints {
  const upper = intersect(set, [65, 90]).map((point) => point + 32);
  const lower = intersect(set, [97, 122]).map((point) => point - 32);
  return unite(set, upper, lower);
}

/** The set with every other case of its letters, by Unicode's simple folding. */
export function withCases(set: CodePoints): CodePoints {
  const found = knownWithCases.get(set) ?? addCases(set);
  knownWithCases.set(set, found);
  return found;
}

function addCases(set: CodePoints): CodePoints {
  cases ??= readCases();
  const others: [number, number][] = [];
  for (const [first, last] of rangesOf(set)) {
    if (last - first > cases.size) {
      for (const [point, same] of cases)
        if (point >= first && point <= last) for (const other of same) others.push([other, other]);
    } else
      for (let point = first; point <= last; point += 1)
        for (const other of cases.get(point) ?? []) others.push([other, other]);
  }
  return unite(set, joinRanges(others));
}

/** For each code point that has other cases all of them, itself left out. */
function readCases(): Map<number, readonly number[]> {
  const orbits = new Map<number, Set<number>>();
  for (const [first, last] of rangesOf(setOf("\\p{Changes_When_Casemapped}") ?? [])) {
    for (let point = first; point <= last; point += 1) {
      const text = String.fromCodePoint(point);
      for (const other of [text.toLowerCase(), text.toUpperCase()]) {
        if (other === text || Array.from(other).length !== 1 || point === dotlessI) continue;
        const otherPoint = other.codePointAt(0) ?? 0;
        const joined = new Set([point, otherPoint, ...(orbits.get(point) ?? []), ...(orbits.get(otherPoint) ?? [])]);
        for (const member of joined) orbits.set(member, joined);
      }
    }
  }
  return new Map([...orbits].map(([point, orbit]) => [point, [...orbit].filter((other) => other !== point)]));
}
