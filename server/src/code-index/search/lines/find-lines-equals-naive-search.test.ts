import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { CodeIndex } from "#server/code-index/ports/code-index.ts";
import type { FileLines, LineMatch, LineQuery, LineSearchOptions } from "#server/code-index/ports/line-query.ts";
import { openIndex } from "#server/code-index/snapshot/open-index.ts";
import { gitDirectorySource } from "#server/code-index/testing/git-directory-source.ts";
import { makeRepository } from "#server/code-index/testing/make-repository.ts";
import { seededNumbers } from "#server/code-index/testing/seeded-numbers.ts";
import { updateIndex } from "#server/code-index/update/update-index.ts";

/** Words, letters with more than two cases, marks, digits of other scripts, blanks that are none of ASCII's, pairs. */
const pieces = [
  "foo", "Foo", "FOO", "bar", "a", "b", "_", "1", "٣", " ", "\t", "-", ".", "(", "$x", "é", "É", "e\u0301", "ß", "ẞ", "ss", "σ", "ς",
  "Σ", "\u212A", "k", "\u017F", "s", "İ", "ı", "i", "I", "😀", "日本", "\u00a0", "\u2003", "\u200d", "\r",
]; // prettier-ignore

const pick = seededNumbers(14);
const some = <T>(items: readonly T[]): T => items[pick(items.length)] as T;
const many = (most: number, make: () => string): string => Array.from({ length: pick(most + 1) }, make).join("");

/** By path. Lines end in either way, the last one often not at all; some files are one line, some empty. */
const files = new Map(
  Array.from({ length: 36 }, (_, number): [string, string] => {
    const end = some(["\n", "\n", "\r\n"]);
    const lines = Array.from({ length: pick(30) }, () => many(12, () => some(pieces)) + end).join("");
    const path = `${some(["", "src/", "src/deep/", "ſ é/"])}f${number}.${some(["ts", "py", "md", "txt"])}`;
    return [path, lines + many(6, () => some(pieces))];
  }).toSorted(([one], [other]) => Buffer.compare(Buffer.from(one), Buffer.from(other))),
);

let folder: string;
let index: CodeIndex;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "code-index-naive-"));
  const repository = makeRepository();
  const source = gitDirectorySource(repository.directory);
  const commit = repository.commit(Object.fromEntries(files));
  await updateIndex({ directory: folder, source, commit });
  const opened = openIndex(folder, source);
  if (opened === null) throw new Error("There is no index");
  index = opened;
  await index.warmLines();
  repository.remove();
});

afterAll(() => {
  index.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("what is found, with text and places, is what going through every line finds", () => {
  it("for texts as they are written", async () => {
    for (let turn = 0; turn < 100; turn += 1) {
      const pattern = some(pieces.filter((piece) => piece !== "\r")) + many(2, () => some(pieces));
      const query = { pattern, isRegex: false, ignoreCase: pick(2) === 0, isWord: pick(3) === 0 };
      const { files: found } = await index.findLines(query);
      expect({ query, found }).toEqual({ query, found: searchNaively(query) });
    }
  });

  it("for expressions", async () => {
    for (let turn = 0; turn < 80; turn += 1) {
      const query = { pattern: randomExpression(), isRegex: true, ignoreCase: pick(3) === 0, isWord: pick(4) === 0 };
      const { files: found } = await index.findLines(query);
      expect({ query, found }).toEqual({ query, found: searchNaively(query) });
    }
  });

  it("up to the first bound that is reached", async () => {
    const query = { pattern: "[aio]", isRegex: true, ignoreCase: true, isWord: false };
    const all = searchNaively(query);
    for (let turn = 0; turn < 40; turn += 1) {
      const options = { maxFiles: pick(36), maxLines: pick(260), maxLinesPerFile: pick(12) };
      expect({ options, ...(await index.findLines(query, options)) }).toEqual({ options, ...cutNaively(all, options) });
    }
  });

  it("as places alone", async () => {
    const query = { pattern: "k|\\bs", isRegex: true, ignoreCase: true, isWord: false };
    const locations = searchNaively(query).flatMap(({ path, lines }) => lines.map(({ line }) => `${path}:${line}`));
    expect(await index.listMatchingLines(query)).toEqual({ lines: locations, isCutOff: false });
    const inFolder = locations.filter((location) => location.startsWith("src/deep/"));
    expect((await index.listMatchingLines(query, { under: "src/deep" })).lines).toEqual(inFolder);
  });
});

function randomExpression(): string {
  const atoms = [
    "foo", "ba", "a", "k", "s", "ß", "σ", "é", "😀", ".", "\\w", "\\W", "\\d", "\\s", "\\S", "[a-c]", "[^b ]", "[^k\\s]", "[éß😀]",
    "(?:foo|ba|bar)", "(?:a|)", "(?:o|oo)", "\\$", "_",
  ]; // prettier-ignore
  const repeats = ["", "", "", "", "*", "+", "?", "{2}", "{1,2}", "{0,2}?", "+?", "*?", "??"];
  const edges = ["", "", "", "", "^", "$", "\\b", "\\B"];
  const part = (): string => some(edges) + some(atoms) + some(repeats);
  const sequence = (): string => part() + many(3, part) + some(["", "", "", "$"]);
  return sequence() + (pick(4) === 0 ? `|${sequence()}` : "");
}

const word = "[\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\p{Join_Control}]";
const inJavaScript: Record<string, string> = {
  ".": "[^\\n]",
  "\\w": word,
  "\\W": word.replace("[", "[^"),
  "\\d": "\\p{Nd}",
  "\\s": "\\p{White_Space}",
  "\\S": "\\P{White_Space}",
  "\\b": `(?:(?<=${word})(?!${word})|(?<!${word})(?=${word}))`,
  "\\B": `(?:(?<=${word})(?=${word})|(?<!${word})(?!${word}))`,
};

/** The same expression for the engine's own search; what it understands in another way is spelled out. */
function toRegExp({ pattern, isRegex, ignoreCase, isWord }: LineQuery): RegExp {
  const source = isRegex
    ? pattern.replaceAll(/\[\^k\\s\]|\\.|\./g, (token) =>
        token === "[^k\\s]" ? "[^k\\p{White_Space}]" : (inJavaScript[token] ?? token),
      )
    : pattern.replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&");
  const whole = isWord ? `(?<!${word})(?:${source})(?!${word})` : source;
  return new RegExp(whole, ignoreCase ? "giu" : "gu");
}

function searchNaively(query: LineQuery): FileLines[] {
  const expression = toRegExp(query);
  return [...files].flatMap(([path, content]) => {
    const lines = content.split("\n");
    if (lines.at(-1) === "" && content !== "") lines.pop();
    const found = content === "" ? [] : lines.flatMap((line, at) => matchNaively(expression, line, at + 1));
    return found.length === 0 ? [] : [{ path, lines: found, matchedLines: found.length }];
  });
}

function matchNaively(expression: RegExp, whole: string, line: number): LineMatch[] {
  // The engine also finds nothing between the two halves of a character.
  const matches = [...whole.matchAll(expression)].filter(({ index: at }) => at === 0 || !isPairAt(whole, at - 1));
  if (matches.length === 0) return [];
  const text = whole.replace(/\r$/, "");
  const ranges: [number, number][] = [];
  for (const { index: start, 0: matched } of matches)
    // Nothing directly behind a match is no match of its own.
    if (matched !== "" || ranges.at(-1)?.[1] !== start) ranges.push([start, start + matched.length]);
  const shown = ranges
    .slice(0, 100)
    .map(([start, end]): [number, number] => [Math.min(start, text.length), Math.min(end, text.length)]);
  return [{ line, text, textStart: 0, ranges: shown }];
}

function isPairAt(text: string, at: number): boolean {
  return (text.codePointAt(at) ?? 0) > 0xffff;
}

function cutNaively(
  all: readonly FileLines[],
  options: Required<Pick<LineSearchOptions, "maxFiles" | "maxLines" | "maxLinesPerFile">>,
) {
  const { maxFiles, maxLines, maxLinesPerFile } = options;
  const found: FileLines[] = [];
  let left = maxLines;
  for (const { path, lines } of all.slice(0, maxFiles)) {
    const given = lines.slice(0, left);
    left -= given.length;
    if (given.length > 0) found.push({ path, lines: given.slice(0, maxLinesPerFile), matchedLines: given.length });
  }
  const matchedLines = maxLines - left;
  const isCutOff = matchedLines < all.reduce((sum, file) => sum + file.matchedLines, 0);
  return { files: found, matchedFiles: found.length, matchedLines, isCutOff, isOutOfTime: false, unsearchedFiles: [] };
}
