import { describe, expect, it } from "vitest";

import { LinePatternError } from "#server/code-index/ports/line-query.ts";

import { parsePattern } from "./parse-pattern.ts";
import type { PatternTree } from "./pattern-tree.ts";

/** Characters of a sample that the class holds. */
function held(pattern: string, sample: string, ignoreCase = false): string {
  const tree = parsePattern(pattern, { ignoreCase });
  if (tree.kind !== "set") throw new Error(`${pattern} is no set`);
  const { set } = tree;
  const holds = (point: number): boolean =>
    set.some((first, at) => at % 2 === 0 && point >= first && point <= (set[at + 1] ?? 0));
  return Array.from(sample)
    .filter((character) => holds(character.codePointAt(0) ?? 0))
    .join("");
}

/** The pattern in one line: sets by their ranges, looks by their names, what is done to a part behind it. */
function written(tree: PatternTree): string {
  switch (tree.kind) {
    case "set":
      return `[${tree.set.map((point) => (point > 32 && point < 127 ? String.fromCodePoint(point) : point.toString(16))).join(" ")}]`;
    case "look":
      return `<${tree.look}>`;
    case "sequence":
      return `(${tree.parts.map(written).join("")})`;
    case "choice":
      return `(${tree.parts.map(written).join("|")})`;
    case "repeat":
      return `${written(tree.part)}{${tree.min},${tree.max ?? ""}}${tree.isLazy ? "?" : ""}`;
  }
}

const sample = "aAbBcCzZ09_-]^[&~ \t\né😀\u212A";

describe("a class", () => {
  it.each<[string, string, boolean?]>([
    ["[abc]", "abc"],
    ["[a-c]", "abc"],
    ["[^a-c]", "ABCzZ09_-]^[&~ \té😀\u212A"],
    ["[]a]", "a]"],
    ["[^]a]", "AbBcCzZ09_-^[&~ \té😀\u212A"],
    ["[a^]", "a^"],
    ["[-a]", "a-"],
    ["[a-]", "a-"],
    ["[a\\-c]", "ac-"],
    ["[\\]\\[\\^]", "]^["],
    ["[a-c&&[^b]]", "ac"],
    ["[a-c--b]", "ac"],
    ["[a-c~~b-z]", "az"],
    ["[a-z&&b-z&&a-b]", "b"],
    ["[a-c--b&&c]", "c"],
    ["[a&b]", "ab&"],
    ["[[a-c][0-9]]", "abc09"],
    ["[\\d_]", "09_"],
    ["[\\D\\d]", "aAbBcCzZ09_-]^[&~ \té😀\u212A"],
    ["[^\\W]", "aAbBcCzZ09_é\u212A"],
    ["[[:alpha:]]", "aAbBcCzZ"],
    ["[[:^alpha:]]", "09_-]^[&~ \té😀\u212A"],
    ["[[:digit:][:space:]]", "09 \t"],
    ["[[:punct:]]", "_-]^[&~"],
    ["[[:word:]]", "aAbBcCzZ09_"],
    ["[[:nothing:]]", ""],
    ["[\\x61-\\x{63}]", "abc"],
    ["[é-😀]", "é😀\u212A"],
    ["[b-c]", "bBcC", true],
    ["[k]", "\u212A", true],
    ["[^bk]", "aAcCzZ09_-]^[&~ \té😀", true],
    ["[[:lower:]]", "aAbBcCzZ\u212A", true],
    ["\\p{Lu}", "ABCZ\u212A"],
    ["\\P{L}", "09_-]^[&~ \t😀"],
    ["\\p{^L}", "09_-]^[&~ \t😀"],
    ["\\P{^Lu}", "ABCZ\u212A"],
    ["\\pN", "09"],
    ["\\p{lowercase_letter}", "abczé"],
    ["\\p{script=Latin}", "aAbBcCzZé\u212A"],
    ["\\p{sc:latin}", "aAbBcCzZé\u212A"],
    ["\\p{gc=Nd}", "09"],
    ["\\p{any}", "aAbBcCzZ09_-]^[&~ \té😀\u212A"],
    ["\\p{ascii}", "aAbBcCzZ09_-]^[&~ \t"],
    ["\\w", "aAbBcCzZ09_é\u212A"],
    ["\\S", "aAbBcCzZ09_-]^[&~é😀\u212A"],
    [".", "aAbBcCzZ09_-]^[&~ \té😀\u212A"],
  ])("%s holds %j", (pattern, expected, ignoreCase) => {
    expect(held(pattern, sample, ignoreCase)).toBe(expected);
  });
});

describe("an expression is read as", () => {
  it.each([
    ["", "()"],
    ["ab|", "(([a a][b b])|())"],
    ["a|b|c", "([a a]|[b b]|[c c])"],
    ["ab*?c{2,}", "([a a][b b]{0,}?[c c]{2,})"],
    ["a{2}{3}", "[a a]{2,2}{3,3}"],
    ["a{,3}b{ 1 , 2 }", "([a a]{0,3}[b b]{1,2})"],
    ["(?:a|b)+", "([a a]|[b b]){1,}"],
    ["(?P<name>a)(?<näme>b)", "([a a][b b])"],
    ["(?i)k(?-i:k)k", "([K K k k 212a 212a][k k][K K k k 212a 212a])"],
    ["a(?i)b|c", "(([a a][B B b b])|[C C c c])"],
    ["((?i)a)a", "([A A a a][a a])"],
    ["(?U)a*b*?", "([a a]{0,}?[b b]{0,})"],
    ["(?x) a b \\  # end\n c", "([a a][b b][20 20][c c])"],
    ["(?x: a ) b", "([a a][20 20][b b])"],
    ["(?s-m:a)", null],
    ["(?su)a", "[a a]"],
    ["^a$", "(<lineStart>[a a]<lineEnd>)"],
    ["\\Aa\\z", "(<lineStart>[a a]<lineEnd>)"],
    ["\\bx\\B", "(<wordBoundary>[x x]<notWordBoundary>)"],
    ["\\b{start}x\\b{end}", "(<wordStart>[x x]<wordEnd>)"],
    ["\\<x\\>", "(<wordStart>[x x]<wordEnd>)"],
    ["\\b{start-half}x\\b{end-half}", "(<noWordBefore>[x x]<noWordAfter>)"],
    ["\\b{2}", "<wordBoundary>{2,2}"],
    ["(?-u:\\bx)\\b", "((<ascii:wordBoundary>[x x])<wordBoundary>)"],
    ["\\t\\r\\a\\f\\v", "([9 9][d d][7 7][c c][b b])"],
    ["\\x41\\u00e9\\U0001F600\\x{1f600}", "([A A][e9 e9][1f600 1f600][1f600 1f600])"],
    ["\\.\\{\\-\\ ", "([. .][{ {][- -][20 20])"],
    ["a{", null],
    ["]}", "([] ]][} }])"],
    ["😀+", "[1f600 1f600]{1,}"],
  ])("%j: %s", (pattern, expected) => {
    if (expected === null) expect(() => parsePattern(pattern, { ignoreCase: false })).toThrow(LinePatternError);
    else expect(written(parsePattern(pattern, { ignoreCase: false }))).toBe(expected);
  });
});

describe("what cannot be searched says why and where", () => {
  it.each<[string, string, number]>([
    ["(?=a)", "Looking ahead or behind is not supported: it cannot be searched in linear time.", 0],
    ["x\\1", "Back-references are not supported: they cannot be searched in linear time.", 1],
    ["a(b", "This bracket is never closed.", 1],
    ["a)b", "This closing bracket has no opening one.", 1],
    ["x[a", "This square bracket is never closed.", 1],
    ["a|*", "There is nothing here to repeat.", 2],
    ["a{x}", "This is no count of repetitions; a brace itself is written \\{.", 1],
    ["a{3,2}", "The smaller count of repetitions comes first.", 1],
    ["a{1001}", "A part may be repeated 1,000 times at most.", 1],
    ["(?P<1>a)", "This is no name for a group.", 4],
    ["(?z)a", "The flag z is not supported.", 2],
    ["a(?-u).", "Without Unicode this would match parts of letters, which is not supported.", 6],
    ["(?-u)[^a]", "Without Unicode this would match parts of letters, which is not supported.", 5],
    ["(?-u)[é]", "Without Unicode this would match parts of letters, which is not supported.", 5],
    ["(?-u)\\W", "Without Unicode this would match parts of letters, which is not supported.", 5],
    ["(?-u)\\xe9", "Without Unicode this would match parts of letters, which is not supported.", 5],
    ["(?-u)\\pL", "Without Unicode this would match parts of letters, which is not supported.", 5],
    ["(?i", "This group begins in an unknown way.", 0],
    ["\\y", "\\y has no meaning here.", 0],
    ["[\\b]", "\\b has no meaning here.", 1],
    ["\\p{Klingon}", "There is no Unicode property of this name.", 2],
    ["\\p{L", "This brace is never closed.", 2],
    ["\\xg1", "This is no character's number.", 2],
    ["\\x{d800}", "This is no character's number.", 2],
    ["\\u00e", "This is no character's number.", 2],
    ["[c-a]", "This is no range of characters.", 1],
    ["[a-\\d]", "This is no range of characters.", 1],
    ["😀(", "This bracket is never closed.", 2],
    ["a[\\n]", "A pattern cannot hold a line break: lines are searched one by one.", 1],
    ["a\\", "The pattern ends too early.", 2],
  ])("%j", (pattern, message, position) => {
    expect(refusal(pattern)).toEqual({ message, position });
  });
});

function refusal(pattern: string): { message: string; position: number | null } | null {
  try {
    parsePattern(pattern, { ignoreCase: false });
    return null;
  } catch (error) {
    const { message, position } = error as LinePatternError;
    return { message, position };
  }
}
