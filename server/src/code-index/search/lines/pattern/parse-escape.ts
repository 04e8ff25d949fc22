import { complement } from "./code-points.ts";
import type { CodePoints } from "./code-points.ts";
import type { Flags, PatternReader } from "./pattern-reader.ts";
import type { Assertion, WordAssertion } from "./pattern-tree.ts";
import {
  asciiDigits,
  asciiSpaces,
  asciiWordCharacters,
  digits,
  inAllCases,
  propertySet,
  spaces,
  wordCharacters,
} from "./unicode-sets.ts";

type Escape =
  | { kind: "character"; codePoint: number }
  | { kind: "set"; set: CodePoints }
  | { kind: "look"; look: Assertion };

const controls: Record<string, number> = { a: 7, f: 12, t: 9, n: 10, r: 13, v: 11 };
const shorthands: Record<string, () => CodePoints> = { d: digits, s: spaces, w: wordCharacters };
const asciiShorthands: Record<string, CodePoints> = { d: asciiDigits, s: asciiSpaces, w: asciiWordCharacters };
const lineChecks: Record<string, Assertion> = {
  // Lines are searched one by one, so the text begins and ends with its line.
  A: "lineStart",
  z: "lineEnd",
};
const wordChecks: Record<string, WordAssertion> = {
  b: "wordBoundary",
  B: "notWordBoundary",
  "<": "wordStart",
  ">": "wordEnd",
};
const boundaries: Record<string, WordAssertion> = {
  start: "wordStart",
  end: "wordEnd",
  "start-half": "noWordBefore",
  "end-half": "noWordAfter",
};
const hexDigits: Record<string, number> = { x: 2, u: 4, U: 8 };

/** What follows a backslash, which is already behind the reader. */
export function parseEscape(reader: PatternReader, flags: Flags, { isInClass }: { isInClass: boolean }): Escape {
  const start = reader.at - 1;
  const name = reader.next();
  const shorthand = shorthands[name.toLowerCase()];
  if (shorthand !== undefined) {
    const isNegated = name !== name.toLowerCase();
    if (flags.isAscii && isNegated) reader.failAtBytes(start);
    const set = (flags.isAscii ? asciiShorthands[name] : undefined) ?? shorthand();
    return { kind: "set", set: isNegated ? complement(set) : set };
  }
  if ((name === "p" || name === "P") && flags.isAscii) reader.failAtBytes(start);
  if (name === "p" || name === "P") return { kind: "set", set: readProperty(reader, flags, name === "P") };
  const control = controls[name];
  if (control !== undefined) return { kind: "character", codePoint: control };
  const width = hexDigits[name];
  if (width !== undefined) return readCodePoint(reader, { width, start, isAscii: flags.isAscii });
  const check = isInClass ? null : readCheck(reader, name, flags);
  if (check !== null) return { kind: "look", look: check };
  if (/^[1-9]$/.test(name))
    reader.fail("Back-references are not supported: they cannot be searched in linear time.", start);
  if (!/^[!-/:-@[-`{-~ ]$/.test(name)) reader.fail(`\\${name} has no meaning here.`, start);
  return { kind: "character", codePoint: name.codePointAt(0) ?? 0 };
}

function readCheck(reader: PatternReader, name: string, flags: Flags): Assertion | null {
  const ofWords = name === "b" ? readBoundary(reader) : wordChecks[name];
  if (ofWords === undefined) return lineChecks[name] ?? null;
  return flags.isAscii ? `ascii:${ofWords}` : ofWords;
}

/** `\b` alone or with a name in braces. */
function readBoundary(reader: PatternReader): WordAssertion {
  const [whole, name] = /^\{([a-z-]+)\}/.exec(reader.rest(14)) ?? [];
  const check = name === undefined ? undefined : boundaries[name];
  if (whole === undefined || check === undefined) return "wordBoundary";
  reader.take(whole);
  return check;
}

function readProperty(reader: PatternReader, flags: Flags, isNegated: boolean): CodePoints {
  const start = reader.at;
  let name = reader.take("{") ? reader.takeUntil("}") : reader.next();
  if (name === null) return reader.fail("This brace is never closed.", start);
  const isTurned = name.startsWith("^");
  if (isTurned) name = name.slice(1);
  const set = propertySet(name);
  if (set === null) return reader.fail("There is no Unicode property of this name.", start);
  const cased = inAllCases(set, flags);
  return isNegated === isTurned ? cased : complement(cased);
}

function readCodePoint(
  reader: PatternReader,
  escape: { width: number; start: number; isAscii: boolean },
): { kind: "character"; codePoint: number } {
  const { width } = escape;
  const start = reader.at;
  const written = reader.take("{") ? reader.takeUntil("}") : reader.rest(width);
  if (written !== null && reader.pattern[start] !== "{") reader.at += written.length;
  const codePoint = written !== null && /^[0-9a-fA-F]{1,8}$/.test(written) ? Number.parseInt(written, 16) : -1;
  const isWhole = reader.pattern[start] === "{" || written?.length === width;
  if (!isWhole || codePoint < 0 || codePoint > 0x10ffff || (codePoint >= 0xd800 && codePoint < 0xe000))
    return reader.fail("This is no character's number.", start);
  // Two digits mean a byte there.
  if (escape.isAscii && codePoint > 127) reader.failAtBytes(escape.start);
  return { kind: "character", codePoint };
}
