import { rangesOf, unite } from "./code-points.ts";
import type { CodePoints } from "./code-points.ts";
import type { PatternTree } from "./pattern-tree.ts";

/** Consecutive bytes: for each position the set of allowed ones. */
export type ByteRun = readonly CodePoints[];

export interface ByteRuns {
  /** Every match contains one of each. */
  runs: readonly ByteRun[];
  /** The pattern matches exactly where this occurs; null where more is needed. */
  whole: ByteRun | null;
}

interface KnownBytes {
  /** All that the part matches has these bytes; null where its length varies or is too large. */
  whole: ByteRun | null;
  /** Whether, the other way round, all texts of these bytes match. */
  isSure: boolean;
  /** What every match begins with, ends with, and has somewhere. */
  head: ByteRun;
  tail: ByteRun;
  runs: readonly ByteRun[];
}

const maxLength = 32;
const maxRuns = 16;
const nothing: KnownBytes = { whole: null, isSure: false, head: [], tail: [], runs: [] };

/** Bytes that a match cannot do without, in texts of ASCII alone or in any text. */
export function findByteRuns(tree: PatternTree, { isAscii }: { isAscii: boolean }): ByteRuns {
  const known = examine(tree, isAscii);
  const runs = [known.head, ...known.runs, known.tail].filter((run) => run.length > 0);
  return { runs: runs.slice(0, maxRuns), whole: known.isSure ? known.whole : null };
}

function examine(tree: PatternTree, isAscii: boolean): KnownBytes {
  switch (tree.kind) {
    case "look":
      return { ...exactly([]), isSure: false };
    case "set":
      return examineSet(tree.set, isAscii);
    case "sequence":
      return tree.parts.map((part) => examine(part, isAscii)).reduce(follow, exactly([]));
    case "choice":
      return tree.parts.map((part) => examine(part, isAscii)).reduce(either);
    case "repeat": {
      if (tree.max === 0) return exactly([]);
      if (tree.min === 0) return nothing;
      const once = examine(tree.part, isAscii);
      const rounds = Math.min(tree.min, maxLength);
      const least = Array.from({ length: rounds }, () => once).reduce(follow);
      return tree.max === rounds ? least : { ...least, whole: null, isSure: false };
    }
  }
}

function exactly(whole: ByteRun): KnownBytes {
  return { whole, isSure: true, head: whole, tail: whole, runs: [] };
}

function examineSet(set: CodePoints, isAscii: boolean): KnownBytes {
  const [first = 0, last = 0] = set;
  if (set.length === 2 && first === last && first > 127)
    return exactly([...Buffer.from(String.fromCodePoint(first))].map((byte) => [byte, byte]));
  const isBeyond = (set.at(-1) ?? 0) > 127;
  if (isBeyond && !isAscii) return nothing;
  return exactly([asciiPart(set)]);
}

function asciiPart(set: CodePoints): CodePoints {
  const ranges: [number, number][] = [];
  for (const [first, last] of rangesOf(set)) {
    if (first > 127) break;
    ranges.push([first, Math.min(last, 127)]);
  }
  return ranges.flat();
}

function follow(one: KnownBytes, other: KnownBytes): KnownBytes {
  if (one.whole !== null && other.whole !== null && one.whole.length + other.whole.length <= maxLength)
    return { ...exactly([...one.whole, ...other.whole]), isSure: one.isSure && other.isSure };
  const between = one.whole === null && other.whole === null ? [[...one.tail, ...other.head].slice(0, maxLength)] : [];
  return {
    whole: null,
    isSure: false,
    head: one.whole === null ? one.head : [...one.whole, ...other.head].slice(0, maxLength),
    tail: other.whole === null ? other.tail : [...one.tail, ...other.whole].slice(-maxLength),
    runs: [...one.runs, ...between, ...other.runs].filter((run) => run.length > 0).slice(0, maxRuns),
  };
}

function either(one: KnownBytes, other: KnownBytes): KnownBytes {
  const heads = Math.min(one.head.length, other.head.length);
  const head = one.head.slice(0, heads).map((set, at) => unite(set, other.head[at] ?? []));
  const tails = Math.min(one.tail.length, other.tail.length);
  const tail = one.tail
    .slice(one.tail.length - tails)
    .map((set, at) => unite(set, other.tail[other.tail.length - tails + at] ?? []));
  const isWhole = one.whole !== null && other.whole?.length === one.whole.length;
  // Of two letters in a row, "ab" or "cd" are fewer than a or c before b or d.
  const isSure = one.isSure && other.isSure && heads === 1;
  return { whole: isWhole ? head : null, isSure: isWhole && isSure, head, tail, runs: [] };
}
