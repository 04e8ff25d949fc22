import { isAscii } from "node:buffer";

import { describe, expect, it } from "vitest";

import type { LineMatch, LineQuery } from "#server/code-index/ports/line-query.ts";
import { seededNumbers } from "#server/code-index/testing/seeded-numbers.ts";
import { detectEncoding } from "#server/text/decode-text.ts";

import type { HeldText } from "./held-texts.ts";
import { LineMatcher } from "./line-matcher.ts";
import { none, paused } from "./pattern/line-automaton.ts";
import { showLine } from "./show-line.ts";

/** All lines of the text that match, as they are shown. */
function shown(content: string | Buffer, pattern: string, options: Partial<LineQuery> = {}): LineMatch[] {
  const query = { pattern, isRegex: false, ignoreCase: false, isWord: false, ...options };
  const text = heldText(Buffer.from(content));
  const matcher = new LineMatcher(query);
  const lines: LineMatch[] = [];
  for (let from = 0; ;) {
    const line = matcher.find(text, from);
    if (line === none) return lines;
    if (line === paused) continue;
    from = line + 1;
    lines.push(showLine({ text, line: from, at: matcher.foundAt }, { query, program: matcher.program }));
  }
}

function heldText(bytes: Buffer): HeldText {
  const encoding = detectEncoding(bytes) ?? "utf-8";
  return { bytes, isAscii: isAscii(bytes), encoding, bits: null, lineStarts: null, usedAt: 0, isHeld: false };
}

describe("a short line", () => {
  it.each<[string, string, Partial<LineQuery>, LineMatch[]]>([
    ["is without its end", "a\r\nba\na", {}, [
      { line: 1, text: "a", textStart: 0, ranges: [[0, 1]] },
      { line: 2, text: "ba", textStart: 0, ranges: [[1, 2]] },
      { line: 3, text: "a", textStart: 0, ranges: [[0, 1]] },
    ]],
    ["keeps a return in its midst", "a\ra\r\n", {}, [{ line: 1, text: "a\ra", textStart: 0, ranges: [[0, 1], [2, 3]] }]],
    ["has places that do not overlap", "aaaa a", { pattern: "aa" }, [{ line: 1, text: "aaaa a", textStart: 0, ranges: [[0, 2], [2, 4]] }]],
    ["has whole words alone where these are asked for", "a ab a_ é a", { isWord: true }, [{ line: 1, text: "a ab a_ é a", textStart: 0, ranges: [[0, 1], [10, 11]] }]],
    ["has places in either case", "Aa", { ignoreCase: true }, [{ line: 1, text: "Aa", textStart: 0, ranges: [[0, 1], [1, 2]] }]],
    ["has the return's place at its end", "xa\r\n", { pattern: "a\\r", isRegex: true }, [{ line: 1, text: "xa", textStart: 0, ranges: [[1, 2]] }]],
    ["has an empty place where nothing is asked for", "ab", { pattern: "" }, [{ line: 1, text: "ab", textStart: 0, ranges: [[0, 0], [1, 1], [2, 2]] }]],
  ])("%s", (_what, content, options, expected) => {
    expect(shown(content, "a", options)).toEqual(expected);
  }); // prettier-ignore
});

describe("a line of more than 2,000 bytes", () => {
  it.each<[string, string, LineMatch]>([
    ["is shown from its beginning where the match stands early", `needle${"x".repeat(3000)}`,
      { line: 1, text: `needle${"x".repeat(1994)}`, textStart: 0, ranges: [[0, 6]] }],
    ["is shown from 500 bytes before the match", `${"x".repeat(2000)}needle${"y".repeat(3000)}`,
      { line: 1, text: `${"x".repeat(500)}needle${"y".repeat(1494)}`, textStart: 1500, ranges: [[500, 506]] }],
    ["is shown to its end where the match stands late", `${"x".repeat(3000)}needle`,
      { line: 1, text: `${"x".repeat(1994)}needle`, textStart: 1006, ranges: [[1994, 2000]] }],
    ["begins with a whole character", `${"é".repeat(1001)}needle${"é".repeat(1000)}`,
      { line: 1, text: `${"é".repeat(250)}needle${"é".repeat(747)}`, textStart: 751, ranges: [[250, 256]] }],
    ["leaves matches out that are not shown", `needle${"x".repeat(3000)}needle`,
      { line: 1, text: `needle${"x".repeat(1994)}`, textStart: 0, ranges: [[0, 6]] }],
  ])("%s", (_what, content, expected) => {
    expect(shown(`${content}\n`, "needle")).toEqual([expected]);
  }); // prettier-ignore

  it("is one of 2,000 bytes no more", () => {
    const text = `needle${"x".repeat(1994)}`;
    expect(shown(text, "needle")).toEqual([{ line: 1, text, textStart: 0, ranges: [[0, 6]] }]);
  });

  it("does not take the edges of what is shown for those of the line", () => {
    const content = `${"x".repeat(2000)}-needle-${"x".repeat(3000)}`;
    const [line] = shown(content, "^x|needle|x$", { isRegex: true });
    expect(line).toMatchObject({ textStart: 0, ranges: [[0, 1]] });
    expect(shown(content, "needle|x$", { isRegex: true })).toMatchObject([{ textStart: 1507, ranges: [[494, 500]] }]);
  });

  it("is shown with its known match and in whole characters, whatever it is made of", () => {
    const pick = seededNumbers(5);
    const fillings = ["x", "é", "日", "😀", " ", "needle"];
    for (let turn = 0; turn < 200; turn += 1) {
      const part = (): string => (fillings[pick(5)] ?? "").repeat(pick(1500));
      const content = `${part()}${part()}needle${part()}${part()}${turn % 2 === 0 ? "needle" : ""}${part()}`;
      const [line] = shown(`first\n${content}\r\n`, "needle");
      const { text, textStart, ranges } = line ?? { text: "", textStart: -1, ranges: [] };
      expect(line?.line).toBe(2);
      expect(content.slice(textStart, textStart + text.length)).toBe(text);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2003);
      expect(text).toBe(text.toWellFormed());
      expect(ranges).toEqual([...text.matchAll(/needle/g)].map(({ index }) => [index, index + 6]));
      expect(ranges.length).toBeGreaterThan(0);
    }
  });
});

describe("a line of another encoding than UTF-8", () => {
  it("is shown in it, with its places counted in characters", () => {
    const content = Buffer.from("größe needle é\n", "latin1");
    expect(shown(content, "needle")).toEqual([{ line: 1, text: "größe needle é", textStart: 0, ranges: [[6, 12]] }]);
  });
});
