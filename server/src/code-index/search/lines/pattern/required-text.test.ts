import { describe, expect, it } from "vitest";

import { seededNumbers } from "#server/code-index/testing/seeded-numbers.ts";

import { parsePattern } from "./parse-pattern.ts";
import { findRequiredText } from "./required-text.ts";

const asWritten = (codePoint: number): string => String.fromCodePoint(codePoint);
const required = (pattern: string): readonly (readonly string[])[] =>
  findRequiredText(parsePattern(pattern, { ignoreCase: false }), asWritten);

describe("texts that no match can do without", () => {
  it.each([
    ["foo", [["foo"]]],
    ["foo.*bar", [["foo"], ["bar"]]],
    ["foo|bar", [["foo", "bar"]]],
    ["(foo|bar)baz", [["foobaz", "barbaz"]]],
    ["fo?x", [["fx", "fox"]]],
    ["fo*x", [["f"], ["x"]]],
    ["fo+x", [["o"], ["f"], ["x"]]],
    ["(ab){2}c", [["ababc"]]],
    ["(ab){2,}c", [["abab"], ["c"]]],
    ["[ab]x", [["ax", "bx"]]],
    ["\\w+foo", [["foo"]]],
    ["^foo\\b$", [["foo"]]],
    ["foo|b.*r", [["foo", "b"]]],
    ["foo|.", []],
    ["foo|", []],
    ["(foo)?", []],
    ["x{0}foo", [["foo"]]],
    [".*", []],
    ["", []],
    ["[a-z]foo[^0-9]", [["foo"]]],
  ])("%s: %j", (pattern, expected) => {
    expect(required(pattern)).toEqual(expected);
  });

  it("stand in each text that matches, whatever the pattern (by chance)", () => {
    const pick = seededNumbers(8);
    const some = (items: readonly string[]): string => items[pick(items.length)] ?? "";
    const atoms = ["a", "b", "ab", "[ab]", "(?:a|bc)", "(?:ab|)", ".", "(?:a*b)"];
    const repeats = ["", "", "", "*", "+", "?", "{2}", "{2,}", "{0}"];
    let matched = 0;
    for (let turn = 0; turn < 3000; turn += 1) {
      const sequence = (): string => Array.from({ length: 1 + pick(4) }, () => some(atoms) + some(repeats)).join("");
      const pattern = sequence() + (pick(3) === 0 ? `|${sequence()}` : "");
      const text = Array.from({ length: pick(8) }, () => some(["a", "b", "c", "ab"])).join("");
      if (!new RegExp(pattern).test(text)) continue;
      matched += 1;
      const missing = required(pattern).filter((texts) => !texts.some((one) => text.includes(one)));
      expect({ pattern, text, missing }).toEqual({ pattern, text, missing: [] });
    }
    expect(matched).toBeGreaterThan(1000);
  });
});
