export interface RankedPath {
  path: string;
  /** Offsets in `path` of the characters that matched, ascending. */
  matches: number[];
}

/** Paths prepared for searching: everything that is needed of each of them on every keystroke. */
export interface PathList {
  paths: readonly string[];
  /** Same length as `paths`, character by character. */
  lowered: readonly string[];
  /** Which letters a path holds, one bit each, so that most paths are ruled out by a single comparison. */
  letters: Int32Array;
}

export function preparePaths(paths: readonly string[]): PathList {
  const lowered = paths.map(lower);
  return { paths, lowered, letters: Int32Array.from(lowered, lettersOf) };
}

/**
 * Paths that hold all characters of the query in its order, best first: whole pieces of names before scattered ones.
 */
export function rankPaths(list: PathList, query: string, limit: number): RankedPath[] {
  const wanted = lower(query.replace(/\s+/g, ""));
  if (wanted === "") return list.paths.slice(0, limit).map((path) => ({ path, matches: [] }));
  const wantedLetters = lettersOf(wanted);
  const best: { at: number; score: number }[] = [];
  for (let at = 0; at < list.lowered.length; at += 1) {
    if (((list.letters[at] ?? 0) & wantedLetters) !== wantedLetters) continue;
    const score = scorePath(list.lowered[at] ?? "", wanted);
    const worst = best.at(-1);
    if (score === null || (best.length === limit && worst !== undefined && score <= worst.score)) continue;
    insert(best, { at, score });
    if (best.length > limit) best.pop();
  }
  return best.map(({ at }) => {
    const path = list.paths[at] ?? "";
    return { path, matches: findMatches(list.lowered[at] ?? "", wanted) };
  });
}

/** Equal scores keep the order of the paths. */
function insert(best: { at: number; score: number }[], one: { at: number; score: number }): void {
  let low = 0;
  let high = best.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((best[middle]?.score ?? 0) >= one.score) low = middle + 1;
    else high = middle;
  }
  best.splice(low, 0, one);
}

/** Lower case that never changes a text's length, so that offsets stay right. */
function lower(text: string): string {
  const lowered = text.toLowerCase();
  return lowered.length === text.length ? lowered : text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function lettersOf(text: string): number {
  let letters = 0;
  for (let at = 0; at < text.length; at += 1) letters |= 1 << (text.charCodeAt(at) & 31);
  return letters;
}

const exactBonus = 400;
const baseNameBonus = 200;
const wholePieceBonus = 100;
const wordStartBonus = 12;
const neighbourBonus = 8;
const gapCost = 1;
/** Among equals the shorter path is the more likely one. */
const lengthCost = 0.2;

/** Null when the path does not hold the query. */
function scorePath(path: string, wanted: string): number | null {
  const baseStart = path.lastIndexOf("/") + 1;
  const length = path.length * lengthCost;
  const inBase = path.indexOf(wanted, baseStart);
  if (inBase !== -1) {
    const isStart = inBase === baseStart || isWordStart(path, inBase);
    const rest = path.length - baseStart - wanted.length;
    const exact = rest === 0 ? exactBonus : inBase === baseStart ? exactBonus / 2 : 0;
    return exact + baseNameBonus + wholePieceBonus + (isStart ? wordStartBonus * 4 : 0) - rest - length;
  }
  const whole = path.lastIndexOf(wanted);
  if (whole !== -1) {
    // A query with a slash means the end of a path more often than its beginning.
    const rest = path.length - whole - wanted.length;
    const isSuffix = rest === 0 ? exactBonus : 0;
    return isSuffix + wholePieceBonus + (isWordStart(path, whole) ? wordStartBonus * 4 : 0) - length;
  }
  return scoreScattered(path, wanted, baseStart, length);
}

function scoreScattered(path: string, wanted: string, baseStart: number, length: number): number | null {
  const start = startOfScattered(path, wanted, baseStart);
  if (start === -1) return null;
  let score = start >= baseStart ? baseNameBonus / 2 : 0;
  let previous = -1;
  for (let at = start, next = 0; next < wanted.length; at += 1, next += 1) {
    at = findNext(path, wanted.charCodeAt(next), at);
    if (isWordStart(path, at)) score += wordStartBonus;
    if (previous === at - 1) score += neighbourBonus;
    else if (previous !== -1) score -= Math.min(at - previous, 20) * gapCost;
    previous = at;
  }
  return score - length;
}

/** Where to begin: in the last part of the path if that holds the whole query, else where it first fits; -1 nowhere. */
function startOfScattered(path: string, wanted: string, baseStart: number): number {
  if (!holds(path, wanted, 0)) return -1;
  return baseStart > 0 && holds(path, wanted, baseStart) ? baseStart : 0;
}

function holds(path: string, wanted: string, start: number): boolean {
  let at = start;
  for (let next = 0; next < wanted.length; next += 1) {
    at = path.indexOf(wanted.charAt(next), at) + 1;
    if (at === 0) return false;
  }
  return true;
}

function findNext(path: string, code: number, from: number): number {
  let at = from;
  while (path.charCodeAt(at) !== code) at += 1;
  return at;
}

function isWordStart(path: string, at: number): boolean {
  if (at === 0) return true;
  const before = path.charCodeAt(at - 1);
  // "/", "-", ".", "_" and the space.
  return before === 47 || before === 45 || before === 46 || before === 95 || before === 32;
}

/** The same positions that were scored. */
function findMatches(path: string, wanted: string): number[] {
  const baseStart = path.lastIndexOf("/") + 1;
  const inBase = path.indexOf(wanted, baseStart);
  const whole = inBase === -1 ? path.lastIndexOf(wanted) : inBase;
  if (whole !== -1) return Array.from({ length: wanted.length }, (_, offset) => whole + offset);
  const matches: number[] = [];
  let at = startOfScattered(path, wanted, baseStart);
  for (let next = 0; next < wanted.length; next += 1) {
    at = findNext(path, wanted.charCodeAt(next), at);
    matches.push(at);
    at += 1;
  }
  return matches;
}
