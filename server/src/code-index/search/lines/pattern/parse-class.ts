import { complement, intersect, subtract, unite } from "./code-points.ts";
import type { CodePoints } from "./code-points.ts";
import { parseEscape } from "./parse-escape.ts";
import type { Flags, PatternReader } from "./pattern-reader.ts";
import { inAllCases } from "./unicode-sets.ts";

const maxDepth = 50;

/** Sets that POSIX names, as in `[[:alpha:]]`; ASCII alone. */
const named: Record<string, CodePoints> = {
  alnum: [48, 57, 65, 90, 97, 122],
  alpha: [65, 90, 97, 122],
  ascii: [0, 127],
  blank: [9, 9, 32, 32],
  cntrl: [0, 31, 127, 127],
  digit: [48, 57],
  graph: [33, 126],
  lower: [97, 122],
  print: [32, 126],
  punct: [33, 47, 58, 64, 91, 96, 123, 126],
  space: [9, 13, 32, 32],
  upper: [65, 90],
  word: [48, 57, 65, 90, 95, 95, 97, 122],
  xdigit: [48, 57, 65, 70, 97, 102],
};

const operators: Record<string, (left: CodePoints, right: CodePoints) => CodePoints> = {
  "&&": intersect,
  "--": subtract,
  "~~": (left, right) => subtract(unite(left, right), intersect(left, right)),
};

/** A class in square brackets, the first of which is already behind the reader. */
export function parseClass(reader: PatternReader, flags: Flags, depth = 0): CodePoints {
  const start = reader.at - 1;
  if (depth > maxDepth) reader.fail(`Classes may be nested ${maxDepth} deep at most.`, start);
  const isNegated = reader.take("^");
  /** The left side of an operator that is still to be applied. */
  let left: { set: CodePoints; apply: (left: CodePoints, right: CodePoints) => CodePoints } | null = null;
  let members: CodePoints[] = [];
  const gathered = (): CodePoints => {
    const set = inAllCases(unite(...members), flags);
    return left === null ? set : left.apply(left.set, set);
  };
  for (let isFirst = true; ; isFirst = false) {
    if (flags.isVerbose) reader.skipBlanks();
    if (reader.isAtEnd) reader.fail("This square bracket is never closed.", start);
    if (!isFirst && reader.take("]")) break;
    const apply = operators[reader.rest(2)];
    if (apply !== undefined && !isFirst) {
      left = { set: gathered(), apply };
      members = [];
      reader.at += 2;
      continue;
    }
    members.push(parseMember(reader, flags, depth));
  }
  const set = gathered();
  if (flags.isAscii && (isNegated || (set.at(-1) ?? 0) > 127)) reader.failAtBytes(start);
  return isNegated ? complement(set) : set;
}

/** A character, a range of them, or a set inside the class. */
function parseMember(reader: PatternReader, flags: Flags, depth: number): CodePoints {
  const start = reader.at;
  const posix = /^\[:(\^?)([a-z]+):\]/.exec(reader.rest(12));
  const set = named[posix?.[2] ?? ""];
  if (posix !== null && set !== undefined) {
    reader.at += posix[0].length;
    const cased = inAllCases(set, flags);
    return posix[1] === "^" ? complement(cased) : cased;
  }
  if (reader.take("[")) return parseClass(reader, flags, depth + 1);
  const first = parseEnd(reader, flags);
  if (typeof first !== "number") return first;
  const isRange = reader.peek() === "-" && !/^-(?:\]|-|$)/.test(reader.rest(2));
  if (!isRange) return [first, first];
  reader.take("-");
  const last = parseEnd(reader, flags);
  if (typeof last !== "number" || last < first) return reader.fail("This is no range of characters.", start);
  return [first, last];
}

/** One end of a range, or a set such as `\d`. */
function parseEnd(reader: PatternReader, flags: Flags): number | CodePoints {
  if (!reader.take("\\")) return reader.next().codePointAt(0) ?? 0;
  const escape = parseEscape(reader, flags, { isInClass: true });
  if (escape.kind === "look") return reader.fail("A class holds characters alone.");
  return escape.kind === "character" ? escape.codePoint : escape.set;
}
