import { isAscii } from "node:buffer";

import { describe, expect, it } from "vitest";

import { markTrigrams } from "#server/code-index/analysis/text/trigram-bits.ts";
import { LinePatternError } from "#server/code-index/ports/line-query.ts";
import type { LineQuery } from "#server/code-index/ports/line-query.ts";
import { none, paused } from "#server/code-index/search/lines/pattern/line-automaton.ts";
import { startCpuClock } from "#server/testing/cpu-clock.ts";

import { LineMatcher, maxPatternLength } from "./line-matcher.ts";

function query(pattern: string, options: Partial<LineQuery> = {}): LineQuery {
  return { pattern, isRegex: true, ignoreCase: false, isWord: false, ...options };
}

/** Numbers of the lines that match. */
function linesOf(requested: LineQuery, text: string | Buffer): number[] {
  const bytes = Buffer.from(text);
  const held = {
    bytes,
    isAscii: isAscii(bytes),
    encoding: "utf-8",
    bits: null,
    lineStarts: null,
    usedAt: 0,
    isHeld: false,
  };
  const matcher = new LineMatcher(requested);
  const lines: number[] = [];
  for (let from = 0; ;) {
    const line = matcher.find(held, from);
    if (line === none) return lines;
    if (line === paused) continue;
    lines.push(line + 1);
    from = line + 1;
  }
}

const withAccents = "foo\nfooé\néfoo\nfoo_\n(foo)\n٣\n3\nK\nk\n\u212A\nnaïve\n";

describe("lines that match", () => {
  // As ripgrep finds them in the same text.
  it.each<[string, string, number[], Partial<LineQuery>?]>([
    ["", "a\n\nb", [1, 2, 3]],
    ["", "", []],
    ["^$", "a\n\nb\n", [2]],
    ["$", "a\nb", [1, 2]],
    ["^b$", "ab\nb\nb\r\n", [2]],
    ["b\\r$", "b\nb\r\n", [2]],
    ["a.c", "a\nc\na€c\nac", [3]],
    ["[^a]", "a\n\nba", [3]],
    ["\\s", "a\nb c\n\u00a0\n\u2003", [2, 3, 4]],
    ["\\d", "a\n1\n٣", [2, 3]],
    ["^\\w+$", "naïve\nfoo_1\na-b\n日本", [1, 2, 4]],
    ["\\bfoo\\b", "foo\nfoo_\nfooé\n(foo)", [1, 4]],
    ["\\Boo\\b", "foo\noo\n", [1]],
    ["foo", "foo\nfoobar\nfoo-bar\nxfoo", [1, 3], { isWord: true }],
    ["foo|foobar", "foobar\nfoobars", [1], { isWord: true }],
    ["$x", "$x\na$x\n$xy", [1], { isWord: true, isRegex: false }],
    ["a.b", "a.b\naxb", [1], { isRegex: false }],
    ["STRASSE", "straße\nstrasse", [2], { ignoreCase: true }],
    ["(?-u:\\bfoo\\b)", withAccents, [1, 2, 3, 5]],
    ["\\bfoo\\b", withAccents, [1, 5]],
    ["(?-u)\\d", withAccents, [7]],
    ["(?i-u)^k$", withAccents, [8, 9]],
    ["(?i)^k$", withAccents, [8, 9, 10]],
    ["(?-u:^\\w+$)", withAccents, [1, 4, 7, 8, 9]],
    ["(?-u)foo(?u)\\w", withAccents, [2, 4]],
    ["(?-u:\\Boo\\b)", withAccents, [1, 2, 3, 5]],
    ["(?-u)[[:alpha:]]{3}", withAccents, [1, 2, 3, 4, 5]],
    ["(?-u:\\b)ve\\b", withAccents, [11]],
    ["straße", "STRAẞE\nStrasse", [1], { ignoreCase: true, isRegex: false }],
    ["kiss", "\u212Ai\u017Fs\nKISS", [1, 2], { ignoreCase: true }],
    ["istanbul", "ıstanbul\nISTANBUL\nİstanbul", [2], { ignoreCase: true }],
    ["σ", "Σ\nς\ns", [1, 2], { ignoreCase: true }],
    ["(?i)ab(?-i)c", "ABc\nabC", [1]],
    ["(?x) a b # comment", "ab\na b", [1]],
    ["[[:upper:]&&[^A]]", "A\nB", [2]],
    ["[a-f--c]", "c\nd", [2]],
    ["\\p{Greek}|\\p{Lu}", "a\nB\nλ", [2, 3]],
    ["x{2,3}y{0}$", "xx\nx\nxxy", [1]],
    ["(|a)+b", "b\naab\nc", [1, 2]],
    ["(a*)*b", `${"a".repeat(5000)}\nab`, [2]],
    ["(x+x+)+y", `${"x".repeat(5000)}\nxxy`, [2]],
    ["\\x41\\x{e9}\\u00e9", "Aéé\nAé", [1]],
  ])("%j in %j", (pattern, text, lines, options) => {
    expect(linesOf(query(pattern, options), text)).toEqual(lines);
  });

  it("are found beside bytes that are no text", () => {
    const bytes = Buffer.from("foo \xff bar\n\xe9t\xe9 foo\n\xff\nfoo\xc0\n", "latin1");
    expect(linesOf(query("foo"), bytes)).toEqual([1, 2, 4]);
    expect(linesOf(query("^.$"), bytes)).toEqual([]);
    expect(linesOf(query("^.*bar$"), bytes)).toEqual([]);
    expect(linesOf(query("t", { isWord: true }), bytes)).toEqual([]);
  });
});

describe("against a search without index and automaton", () => {
  it.each([1, 2, 3])("in random texts by random patterns (seed %i)", (seed) => {
    const pick = seededNumbers(seed);
    const some = (items: readonly string[]): string => items[pick(items.length)] ?? "";
    const atoms = [
      "foo",
      "bar",
      "a",
      "b",
      ".",
      "\\w",
      "\\d",
      "[a-c]",
      "[^b ]",
      "ab",
      "_",
      "oo",
      "(foo|ba)",
      "(a|)",
      "o",
    ];
    const repeats = ["", "", "", "*", "+", "?", "{2}", "{1,2}", "+?"];
    const edges = ["", "", "", "^", "\\b", "\\B"];
    for (let turn = 0; turn < 150; turn += 1) {
      const text = Array.from({ length: 1 + pick(12) }, () =>
        Array.from({ length: pick(10) }, () => some(["foo", "bar", "a", "b", "o", "1", "_", " ", "-", "Foo"])).join(""),
      ).join("\n");
      const part = (): string => some(edges) + some(atoms) + some(repeats);
      const pattern = Array.from({ length: 1 + pick(4) }, part).join("") + some(["", "", "$", "\\b"]);
      const ignoreCase = pick(3) === 0;
      const expected = text
        .replace(/\n$/, "")
        .split("\n")
        .flatMap((line, at) => (new RegExp(pattern, ignoreCase ? "i" : "").test(line) ? [at + 1] : []))
        .filter(() => text !== "");
      const requested = query(pattern, { ignoreCase });
      expect({ pattern, text, lines: linesOf(requested, text) }).toEqual({ pattern, text, lines: expected });
      const isSkipped = !new LineMatcher(requested).mayMatch(markTrigrams(Buffer.from(text)));
      expect({ pattern, text, isMissed: isSkipped && expected.length > 0 }).toMatchObject({ isMissed: false });
    }
  });
});

describe("files that cannot match", () => {
  it.each<[string, string, Partial<LineQuery>?]>([
    ["createRoot", "creates the roots"],
    ["CREATEROOT", "creates the roots", { ignoreCase: true }],
    ["get[A-Z]\\w+Handler", "get the hands"],
    ["(alpha|beta)gamma", "alphabeta gamm"],
    ["x.*needle{2}", "x needl"],
  ])("are known by their trigrams: %j", (pattern, text, options) => {
    const matcher = new LineMatcher(query(pattern, options));
    expect(matcher.mayMatch(markTrigrams(Buffer.from(text)))).toBe(false);
    expect(matcher.mayMatch(null)).toBe(true);
  });
});

describe("patterns that cannot be searched", () => {
  it.each<[string, number | null]>([
    ["(?=a)", 0], ["a(?<!b)", 1], ["(a)\\1", 3], ["(", 0], ["a)", 1], ["[a", 0], ["*a", 0], ["a{2,1}", 1], ["a{5000}", 1], ["\\q", 0],
    ["\\p{Nothing}", 2], ["[z-a]", 1], ["a\nb", 1], ["\\n", 0], ["a{1000}{1000}", null], ["((a{100}){100}){100}", null],
    ["\\", 1], ["a{", 1], ["\\x{110000}", 2], ["(".repeat(10_000), 201], ["[".repeat(10_000), 51], ["a" + "?".repeat(9_000), 403],
    ["a".repeat(maxPatternLength + 1), null], ["a".repeat(5_000_000), null],
  ])("are refused with the place (%#)", (pattern, position) => {
    const workedMs = startCpuClock();
    const error = refusal(pattern);
    expect(error).toBeInstanceOf(LinePatternError);
    expect(error?.position).toBe(position);
    expect(workedMs()).toBeLessThan(1000);
  }); // prettier-ignore

  it("may be plain text", () => {
    expect(linesOf(query("(?=a)[", { isRegex: false }), "x(?=a)[\n")).toEqual([1]);
    expect(refusal("a\nb", { isRegex: false })?.position).toBe(1);
  });
});

function refusal(pattern: string, options?: Partial<LineQuery>): LinePatternError | null {
  try {
    linesOf(query(pattern, options), "text\n");
    return null;
  } catch (error) {
    return error as LinePatternError;
  }
}

/** Park and Miller's. */
function seededNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}
