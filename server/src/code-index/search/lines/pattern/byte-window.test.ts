import { isAscii } from "node:buffer";

import { describe, expect, it } from "vitest";

import type { LineQuery } from "#server/code-index/ports/line-query.ts";
import { LineMatcher } from "#server/code-index/search/lines/line-matcher.ts";
import { startCpuClock } from "#server/testing/cpu-clock.ts";

import { findByteRuns } from "./byte-runs.ts";
import { chooseWindow } from "./byte-window.ts";
import type { ChosenWindow } from "./byte-window.ts";
import { compileProgram } from "./compile-program.ts";
import { LineAutomaton, none, paused } from "./line-automaton.ts";
import { parsePattern } from "./parse-pattern.ts";

function query(pattern: string, ignoreCase: boolean): LineQuery {
  return { pattern, isRegex: true, ignoreCase, isWord: false };
}

function startsOf(bytes: Buffer): Int32Array {
  const starts = [0];
  for (const [at, byte] of bytes.entries()) if (byte === 10) starts.push(at + 1);
  return Int32Array.from(starts);
}

function linesByMatcher(requested: LineQuery, bytes: Buffer): number[] {
  const text = {
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
    const line = matcher.find(text, from);
    if (line === none) return lines;
    if (line === paused) continue;
    lines.push(line);
    from = line + 1;
  }
}

function linesByAutomaton({ pattern, ignoreCase }: LineQuery, bytes: Buffer): number[] {
  const automaton = new LineAutomaton(compileProgram(parsePattern(pattern, { ignoreCase })));
  const starts = startsOf(bytes);
  return [...starts.keys()].filter((line) => automaton.scan({ bytes, starts }, { from: line, to: line + 1 }) === line);
}

function windowOf(pattern: string, options: { isAscii: boolean; ignoreCase?: boolean }): ChosenWindow | null {
  return chooseWindow(findByteRuns(parsePattern(pattern, { ignoreCase: options.ignoreCase ?? false }), options));
}

describe("lines found by a window first", () => {
  it.each([1, 2, 3, 4])("are those that the automaton finds alone (seed %i)", (seed) => {
    const pick = seededNumbers(seed);
    const some = (items: readonly string[]): string => items[pick(items.length)] ?? "";
    const atoms = [
      "foo", "k", "s", "K", "x_y", ".", "\\w", "\\d", "[A-Z]", "[^o]", "(foo|bar|kiss)", "(ab|c)", "(a|)", "é", "[éx]", "😀", "\\(",
      "(f.o|ba+r)", "\\W", "return", "(?i:kiss)",
    ]; // prettier-ignore
    const words = [
      "foo",
      "Foo",
      "kiss",
      "KISS",
      "\u212Aiss",
      "ki\u017Fs",
      "x_y",
      "é",
      "😀",
      "(",
      "1",
      "Q",
      " ",
      " ",
      "ab",
      "return",
    ];
    const repeats = ["", "", "", "", "*", "+", "?", "{2}", "{1,2}", "{2,}"];
    const edges = ["", "", "", "", "^", "\\b", "\\B", "$"];
    for (let turn = 0; turn < 250; turn += 1) {
      const allowed = pick(2) === 0 ? words : words.filter((word) => isAscii(Buffer.from(word)));
      const line = (): string => Array.from({ length: pick(9) }, () => some(allowed)).join("");
      const text = Array.from({ length: 1 + pick(40) }, line).join("\n");
      const broken = pick(4) === 0 ? Buffer.from([0xe9, 10, 0xc3]) : Buffer.alloc(0);
      const bytes = Buffer.concat([Buffer.from(text), broken, Buffer.from(some(["", "\n", "foo"]))]);
      const part = (): string => some(edges) + some(atoms).replace(/.*/s, (atom) => `(?:${atom})`) + some(repeats);
      const pattern = Array.from({ length: 1 + pick(4) }, part).join(some(["", "", "|"]));
      const requested = query(pattern, pick(3) === 0);
      const expected = linesByAutomaton(requested, bytes).filter((at) => startsOf(bytes)[at] !== bytes.length);
      expect({ requested, text, lines: linesByMatcher(requested, bytes) }).toEqual({
        requested,
        text,
        lines: expected,
      });
    }
  });

  it.each<[string, string, number[]]>([
    ["x_y[^o]", "x_y\nx_yz", [1]],
    ["TODO|FILE", "FODO\nFILE\nTILE", [1]],
    ["(?i)foo-bar", "foo_bar\nFOO-bar", [1]],
    ["[A-Z]{3}_[A-Z]", "AA_B\nAAA_b\nAAA_B", [2]],
  ])("are those of %j in %j and no others", (pattern, text, lines) => {
    for (const end of ["", "\né"])
      expect(linesByMatcher(query(pattern, false), Buffer.from(text + end))).toEqual(lines);
  });

  it("are found wherever a large text is divided", () => {
    const needle = "needle_1";
    for (const before of [0, 1, 7, 8, 9, 100].map((less) => (1 << 20) - less)) {
      const text = `${"x".repeat(before)}${needle}\n${"y\n".repeat(1 << 20)}${needle}`;
      for (const pattern of [needle, "needle_\\d", "^x+needle", "(need|nood)le_\\d$"]) {
        const expected = [0, ...(pattern.startsWith("^") ? [] : [(1 << 20) + 1])];
        expect(linesByMatcher(query(pattern, false), Buffer.from(text))).toEqual(expected);
      }
    }
  });
});

describe("a window", () => {
  it.each<[string, { isAscii: boolean; ignoreCase?: boolean }, number | null, boolean]>([
    ["deprecated", { isAscii: false }, 10, true],
    ["deprecated", { isAscii: false, ignoreCase: true }, 10, true],
    ["kiss", { isAscii: true, ignoreCase: true }, 4, true],
    // ſ and K are other cases of s and k, in more bytes.
    ["kiss", { isAscii: false, ignoreCase: true }, null, false],
    ["\\bTODO", { isAscii: false }, 4, false],
    ["TODO|FIXME", { isAscii: false }, 4, false],
    ["\\d{4}-\\d{2}-\\d{2}", { isAscii: true }, 10, true],
    ["[A-Z]{3,}_[A-Z]+", { isAscii: false }, 5, false],
    ["\\w*@", { isAscii: false }, 1, false],
    ["x?", { isAscii: false }, null, false],
    ["é", { isAscii: false }, 2, true],
    [".*", { isAscii: true }, null, false],
  ])("of %j with %j", (pattern, options, length, isSure) => {
    const chosen = windowOf(pattern, options);
    expect([chosen?.window.length ?? null, chosen?.isSure ?? false]).toEqual([length, isSure]);
  });

  it("is chosen soon, however large the pattern", () => {
    const large = ["(((a.*b|cd){9}x){9}y){9}", "(ab|cd)".repeat(1400), "[a-z]{60}".repeat(100), "(a{0,1000}){0,9}z|a"];
    for (const pattern of large) {
      const tree = parsePattern(pattern, { ignoreCase: true });
      const workedMs = startCpuClock();
      chooseWindow(findByteRuns(tree, { isAscii: true }));
      expect(workedMs()).toBeLessThan(2_000);
    }
  });
});

/** Park and Miller's. */
function seededNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}
