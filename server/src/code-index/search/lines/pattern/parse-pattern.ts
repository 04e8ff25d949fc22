import { LinePatternError } from "#server/code-index/ports/line-query.ts";

import { subtract } from "./code-points.ts";
import type { CodePoints } from "./code-points.ts";
import { parseClass } from "./parse-class.ts";
import { parseEscape } from "./parse-escape.ts";
import { PatternReader } from "./pattern-reader.ts";
import type { Flags } from "./pattern-reader.ts";
import { emptyTree } from "./pattern-tree.ts";
import type { PatternTree } from "./pattern-tree.ts";
import { inAllCases } from "./unicode-sets.ts";

/** Groups within groups; each costs a level of the stack. */
const maxDepth = 200;
const maxRepeat = 1000;
const newline: CodePoints = [10, 10];

/** Reads an expression in the syntax of Rust's `regex`, which is ripgrep's. Throws a `LinePatternError`. */
export function parsePattern(pattern: string, options: { ignoreCase: boolean }): PatternTree {
  const reader = new PatternReader(pattern);
  const flags: Flags = { ignoreCase: options.ignoreCase, isVerbose: false, isSwapped: false, isAscii: false };
  const tree = parseChoice(reader, flags, 0);
  if (!reader.isAtEnd) reader.fail("This closing bracket has no opening one.");
  return tree;
}

/** The text itself as a tree. */
export function literalTree(text: string, options: { ignoreCase: boolean }): PatternTree {
  const at = text.indexOf("\n");
  if (at !== -1) throw new LinePatternError("A pattern cannot hold a line break: lines are searched one by one.", at);
  const parts = Array.from(text, (character) =>
    characterTree(character.codePointAt(0) ?? 0, { ...options, isAscii: false }),
  );
  return { kind: "sequence", parts };
}

function characterTree(codePoint: number, flags: Pick<Flags, "ignoreCase" | "isAscii">): PatternTree {
  return { kind: "set", set: inAllCases([codePoint, codePoint], flags) };
}

/** Alternatives up to the end or a closing bracket, which is left. Flags set inside hold until there. */
function parseChoice(reader: PatternReader, given: Flags, depth: number): PatternTree {
  if (depth > maxDepth) reader.fail(`Groups may be nested ${maxDepth} deep at most.`);
  let flags = given;
  const choices: PatternTree[] = [];
  let parts: PatternTree[] = [];
  const close = (): void => {
    choices.push(parts.length === 1 ? (parts[0] ?? emptyTree) : { kind: "sequence", parts });
    parts = [];
  };
  for (;;) {
    if (flags.isVerbose) reader.skipBlanks();
    if (reader.isAtEnd || reader.peek() === ")") break;
    if (reader.take("|")) {
      close();
      continue;
    }
    if (reader.peek() === "(") {
      const group = parseGroup(reader, flags, depth);
      if ("flags" in group) flags = group.flags;
      else parts.push(parseRepeats(reader, group.tree, flags));
      continue;
    }
    parts.push(parseRepeats(reader, parseAtom(reader, flags), flags));
  }
  close();
  return choices.length === 1 ? (choices[0] ?? emptyTree) : { kind: "choice", parts: choices };
}

/** `( … )` in all its forms; `(?i)` alone changes the flags for what follows. */
function parseGroup(reader: PatternReader, flags: Flags, depth: number): { tree: PatternTree } | { flags: Flags } {
  const start = reader.at;
  reader.take("(");
  let inner = flags;
  if (reader.take("?")) {
    if (/^(?:[=!]|<[=!])/.test(reader.rest(2)))
      reader.fail("Looking ahead or behind is not supported: it cannot be searched in linear time.", start);
    if (reader.take("P<") || reader.take("<")) readGroupName(reader);
    else {
      inner = readFlags(reader, flags);
      if (reader.take(")")) return { flags: inner };
      if (!reader.take(":")) reader.fail("This group begins in an unknown way.", start);
    }
  }
  const tree = parseChoice(reader, inner, depth + 1);
  if (!reader.take(")")) reader.fail("This bracket is never closed.", start);
  return { tree };
}

function readGroupName(reader: PatternReader): void {
  const start = reader.at;
  const name = reader.takeUntil(">");
  if (name === null || !/^[\p{L}_][\p{L}\p{N}_.[\]]*$/u.test(name)) reader.fail("This is no name for a group.", start);
}

function readFlags(reader: PatternReader, flags: Flags): Flags {
  const next = { ...flags };
  let value = true;
  while (!reader.isAtEnd && reader.peek() !== ":" && reader.peek() !== ")") {
    const start = reader.at;
    const flag = reader.next();
    if (flag === "-") value = false;
    else if (flag === "i") next.ignoreCase = value;
    else if (flag === "x") next.isVerbose = value;
    else if (flag === "U") next.isSwapped = value;
    else if (flag === "u") next.isAscii = !value;
    // Lines are searched one by one: a dot never matches a line break.
    else if (!(flag === "s" || (value && flag === "m")))
      reader.fail(`The flag ${value ? "" : "-"}${flag} is not supported.`, start);
  }
  return next;
}

function parseAtom(reader: PatternReader, flags: Flags): PatternTree {
  const start = reader.at;
  const character = reader.next();
  switch (character) {
    case ".":
      if (flags.isAscii) reader.failAtBytes(start);
      return { kind: "set", set: subtract([0, 0xd7ff, 0xe000, 0x10ffff], newline) };
    case "^":
      return { kind: "look", look: "lineStart" };
    case "$":
      return { kind: "look", look: "lineEnd" };
    case "[": {
      const set = parseClass(reader, flags);
      if (set.length === 2 && set[0] === 10 && set[1] === 10) failAtNewline(reader, start);
      return { kind: "set", set: subtract(set, newline) };
    }
    case "\\": {
      const escape = parseEscape(reader, flags, { isInClass: false });
      if (escape.kind === "look") return escape;
      if (escape.kind === "character" && escape.codePoint === 10) failAtNewline(reader, start);
      if (escape.kind === "character") return characterTree(escape.codePoint, flags);
      return { kind: "set", set: subtract(escape.set, newline) };
    }
    case "*":
    case "+":
    case "?":
    case "{":
      return reader.fail("There is nothing here to repeat.", start);
    case "\n":
      return failAtNewline(reader, start);
    default:
      return characterTree(character.codePointAt(0) ?? 0, flags);
  }
}

function failAtNewline(reader: PatternReader, start: number): never {
  return reader.fail("A pattern cannot hold a line break: lines are searched one by one.", start);
}

/** `*`, `+`, `?` and `{n,m}` behind a part, any number of them. */
function parseRepeats(reader: PatternReader, tree: PatternTree, flags: Flags): PatternTree {
  let repeated = tree;
  for (let count = 0; ; count += 1) {
    if (flags.isVerbose) reader.skipBlanks();
    const start = reader.at;
    const bounds = readBounds(reader);
    if (bounds === null) return repeated;
    if (count > maxDepth) reader.fail("This is repeated too many times over.", start);
    const isLazy = reader.take("?") !== flags.isSwapped;
    repeated = { kind: "repeat", part: repeated, ...bounds, isLazy };
  }
}

function readBounds(reader: PatternReader): { min: number; max: number | null } | null {
  const start = reader.at;
  if (reader.take("*")) return { min: 0, max: null };
  if (reader.take("+")) return { min: 1, max: null };
  if (reader.take("?")) return { min: 0, max: 1 };
  if (!reader.take("{")) return null;
  const [, least, comma, most] = /^\s*(\d*)\s*(,?)\s*(\d*)\s*$/.exec(reader.takeUntil("}") ?? "-") ?? [];
  if (least === undefined || (least === "" && (comma === "" || most === "")))
    return reader.fail("This is no count of repetitions; a brace itself is written \\{.", start);
  const min = Number(least || "0");
  const max = comma === "" ? min : most === "" ? null : Number(most);
  if (max !== null && max < min) return reader.fail("The smaller count of repetitions comes first.", start);
  if (Math.max(min, max ?? 0) > maxRepeat)
    return reader.fail(`A part may be repeated ${maxRepeat.toLocaleString("en")} times at most.`, start);
  return { min, max };
}
