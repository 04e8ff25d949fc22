import { describe, expect, it } from "vitest";

import { countOf, rangesOf } from "./code-points.ts";
import { digits, isWordCharacter, propertySet, spaces, withCases, wordCharacters } from "./unicode-sets.ts";

describe("cases of a letter", () => {
  it("are for every letter those that the engine's own folding takes for the same", () => {
    const cased = membersOf(propertySet("L") ?? []).filter((point) => countOf(withCases([point, point])) > 1);
    const all = String.fromCodePoint(...membersOf(withCases(cased.flatMap((point) => [point, point]))));
    expect(cased.length).toBeGreaterThan(2_700);
    for (const point of cased) {
      const same = all.match(new RegExp(`\\u{${point.toString(16)}}`, "giu")) ?? [];
      expect(membersOf(withCases([point, point])).map((one) => String.fromCodePoint(one))).toEqual(same);
    }
  });

  it.each([
    ["k", "Kk\u212A"],
    ["ſ", "Ssſ"],
    ["ß", "ßẞ"],
    ["σ", "Σςσ"],
    ["Ǆ", "Ǆǅǆ"],
    ["ı", "ı"],
    ["İ", "İ"],
    ["µ", "µΜμ"],
    ["1", "1"],
    ["日", "日"],
  ])("%s: %s", (letter, cases) => {
    const point = letter.codePointAt(0) ?? 0;
    expect(String.fromCodePoint(...membersOf(withCases([point, point])))).toBe(cases);
  });

  it("of a set are those of each of its letters, whether it is large or small", () => {
    const small = withCases([0x61, 0x7a]);
    expect(String.fromCodePoint(...membersOf(small))).toBe(
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyzſ\u212A",
    );
    const large = withCases([0x100, 0x10ffff]);
    expect(String.fromCodePoint(...membersOf(large).filter((point) => point < 0x100))).toBe("KSksµÅßåÿ");
    expect(withCases([])).toEqual([]);
  });
});

describe("sets by name", () => {
  it.each([
    ["Greek", "α", "a"],
    ["greek", "α", "a"],
    ["Uppercase_Letter", "A", "a"],
    ["uppercase letter", "A", "a"],
    ["Lu", "A", "a"],
    ["LU", "A", "a"],
    ["White_Space", "\u2003", "a"],
    ["Script=Han", "日", "a"],
    ["script:han", "日", "a"],
    ["General_Category=Lu", "A", "a"],
    ["Emoji", "😀", "a"],
    ["Any", "\u{10FFFF}", "\uD800"],
  ])("%s holds %j and not %j", (name, inside, outside) => {
    const members = new Set(rangesOf(propertySet(name) ?? []));
    const holds = (text: string): boolean =>
      [...members].some(([first, last]) => (text.codePointAt(0) ?? 0) >= first && (text.codePointAt(0) ?? 0) <= last);
    expect([holds(inside), holds(outside)]).toEqual([true, false]);
  });

  it.each(["", "Nothing", "L}|a{", "Lu)(", "script=Lu", "gc=Greek", "x=Greek", "\\d", "__proto__"])(
    "%j is none",
    (name) => {
      expect(propertySet(name)).toBeNull();
    },
  );

  it("are Unicode's in what digits, blanks and words are", () => {
    expect([countOf(digits()) % 10, countOf(spaces())]).toEqual([0, 25]);
    for (const character of ["a", "_", "é", "日", "٣", "\u0301", "\u200d", "‿"])
      expect([character, isWordCharacter(character.codePointAt(0) ?? 0)]).toEqual([character, true]);
    for (const character of [" ", "-", "$", "😀", "\u200b", "€"])
      expect([character, isWordCharacter(character.codePointAt(0) ?? 0)]).toEqual([character, false]);
    expect(countOf(wordCharacters())).toBeGreaterThan(100_000);
  });
});

function membersOf(set: readonly number[]): number[] {
  return [...rangesOf(set)].flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => first + at));
}
