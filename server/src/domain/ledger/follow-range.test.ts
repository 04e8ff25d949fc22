import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { compareTexts, type LineRange } from "./follow-range.ts";

const range = (startLine: number, endLine = startLine): LineRange => ({ startLine, endLine });
const lines = (text: string) => text.split("");
const follow = (before: string, after: string, of: LineRange) => compareTexts(lines(before), lines(after))(of);
const changed = { kind: "changed" };

describe("lines of a text that changed", () => {
  it("stay, or move by what came and went above them", () => {
    expect(follow("abcdef", "abcdef", range(2, 4))).toEqual({ kind: "same", ...range(2, 4) });
    expect(follow("abcdef", "xyabcdef", range(2, 4))).toEqual({ kind: "moved", ...range(4, 6) });
    expect(follow("abcdef", "cdef", range(4, 6))).toEqual({ kind: "moved", ...range(2, 4) });
    expect(follow("abcdef", "xbcdef", range(2, 4))).toEqual({ kind: "same", ...range(2, 4) });
    expect(follow("abcdef", "abcdXf", range(2, 4))).toEqual({ kind: "same", ...range(2, 4) });
    expect(follow("abcdef", "aXYcdZef", range(3, 4))).toEqual({ kind: "moved", ...range(4, 5) });
  });

  it("are changed by one line that differs, is gone or came between two of them, and by nothing beside them", () => {
    expect(follow("abcdef", "abXdef", range(2, 4))).toEqual(changed);
    expect(follow("abcdef", "abdef", range(2, 4))).toEqual(changed);
    expect(follow("abcdef", "abXcdef", range(2, 4))).toEqual(changed);
    expect(follow("abcdef", "aXbcdef", range(2, 4))).toEqual({ kind: "moved", ...range(3, 5) });
    expect(follow("abcdef", "abcdXef", range(2, 4))).toEqual({ kind: "same", ...range(2, 4) });
    expect(follow("abcdef", "", range(2, 4))).toEqual(changed);
    expect(follow("abcdef", "abcdef", range(5, 7))).toEqual(changed);
  });

  it("stand where their text does when a difference can be told in several ways", () => {
    // What came may have come before, between or behind the two.
    expect(follow("{a}", "{b}{a}", range(1, 3))).toEqual({ kind: "moved", ...range(4, 6) });
    expect(follow("xabab", "xab", range(4, 5))).toEqual({ kind: "moved", ...range(2, 3) });
    expect(follow("xabab", "xab", range(2, 3))).toEqual({ kind: "same", ...range(2, 3) });
    expect(follow("abc", "abcabc", range(1, 3)).kind).not.toBe("changed");
  });

  it("are looked for by their text alone where two texts differ in too much", () => {
    const part = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name} ${at}`);
    const before = [...part("old", 3000), "one", "two", "}", ...part("former", 9)];
    const after = [...part("new", 3000), "}", "one", "two", "}", ...part("later", 10)];
    const ask = compareTexts(before, after);
    expect(ask(range(3001, 3003))).toEqual({ kind: "moved", ...range(3002, 3004) });
    expect(ask(range(3003))).toEqual(changed);
    expect(ask(range(3000, 3001))).toEqual(changed);
  });
});

describe("beside git's own hunks", () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), "cairn-follow-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Old and new place of each hunk, as `git diff -U0` tells them. */
  function hunksOfGit(before: readonly string[], after: readonly string[]) {
    const [from, to] = [path.join(folder, "before"), path.join(folder, "after")];
    writeFileSync(from, before.map((line) => `${line}\n`).join(""));
    writeFileSync(to, after.map((line) => `${line}\n`).join(""));
    const args = ["diff", "--no-index", "--no-color", "--no-ext-diff", "-U0", from, to];
    const patch = before.join("\n") === after.join("\n") ? "" : runDiff(args);
    return [...patch.matchAll(/^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gm)].map((match) => ({
      start: Number(match[1]),
      count: Number(match[2] ?? 1),
      newStart: Number(match[3]),
      newCount: Number(match[4] ?? 1),
    }));
  }

  /** Git exits with 1 where there is a difference. */
  function runDiff(args: string[]): string {
    try {
      return execFileSync("git", args, { encoding: "utf8", stdio: "pipe" });
    } catch (error) {
      return (error as { stdout: string }).stdout;
    }
  }

  type Hunk = ReturnType<typeof hunksOfGit>[number];

  /** Git names the line above where nothing was taken away. */
  const matches = (hunk: Hunk, { startLine, endLine }: LineRange) =>
    hunk.count === 0
      ? startLine <= hunk.start && hunk.start < endLine
      : hunk.start <= endLine && hunk.start + hunk.count > startLine;

  const shiftOf = (hunks: readonly Hunk[], { startLine }: LineRange) =>
    hunks
      .filter((hunk) => (hunk.count === 0 ? hunk.start < startLine : hunk.start + hunk.count <= startLine))
      .reduce((sum, hunk) => sum + hunk.newCount - hunk.count, 0);

  it.each([
    { name: "code", words: 4000, seed: 7 },
    { name: "much that repeats", words: 25, seed: 8 },
    { name: "hardly anything but braces", words: 4, seed: 9 },
  ])("says the same of thousands of ranges in $name", ({ words, seed }) => {
    const random = seeded(seed);
    const pick = (below: number) => Math.floor(random() * below);
    const figures = { ranges: 0, changed: 0, state: 0, textDecided: 0, elsewhere: 0 };
    for (let round = 0; round < 60; round += 1) {
      const line = () => `line ${pick(words)}`;
      const before = Array.from({ length: 20 + pick(200) }, line);
      const after = edit(before, { pick, line });
      const hunks = hunksOfGit(before, after);
      const ask = compareTexts(before, after);
      for (let at = 0; at < 60; at += 1) {
        const start = 1 + pick(before.length);
        const one = range(start, Math.min(before.length, start + pick(12)));
        const verdict = ask(one);
        const isMet = hunks.some((hunk) => matches(hunk, one));
        const cited = before.slice(one.startLine - 1, one.endLine);
        figures.ranges += 1;
        if (verdict.kind === "changed") {
          // Git may have found another place where the same lines stand: only ever where they repeat.
          if (isMet) figures.changed += 1;
          else figures.elsewhere += Number(occursOften(before, after, cited));
          continue;
        }
        expect(after.slice(verdict.startLine - 1, verdict.endLine)).toEqual(cited);
        if (isMet) figures.textDecided += 1;
        else if (verdict.startLine === one.startLine + shiftOf(hunks, one)) figures.state += 1;
        else figures.elsewhere += Number(occursOften(before, after, cited));
      }
    }
    const { changed: both, state: standing, textDecided, elsewhere } = figures;
    // Both say the same, or lines repeat: nothing else is possible, and even that is rare.
    expect(both + standing + textDecided + elsewhere).toBe(figures.ranges);
    expect(textDecided + elsewhere).toBeLessThan(figures.ranges * 0.03);
    expect(both).toBeGreaterThan(500);
  });

  function occursOften(before: readonly string[], after: readonly string[], cited: readonly string[]): boolean {
    const count = (text: readonly string[]) =>
      text.filter((_, at) => cited.every((line, offset) => text[at + offset] === line)).length;
    return Math.max(count(before), count(after)) > 1;
  }
});

/** Some lines changed, taken away, put in, repeated or moved. */
function edit(
  before: readonly string[],
  { pick, line }: { pick: (below: number) => number; line: () => string },
): string[] {
  const after = [...before];
  for (let step = 1 + pick(6); step > 0; step -= 1) {
    const [at, count] = [pick(after.length + 1), 1 + pick(6)];
    const some = Array.from({ length: count }, line);
    const kind = pick(5);
    if (kind === 0) after.splice(at, 0, ...some);
    else if (kind === 1) after.splice(at, count);
    else if (kind === 2) after.splice(at, count, ...some);
    else if (kind === 3) after.splice(at, 0, ...after.slice(at, at + count));
    else after.splice(pick(after.length + 1), 0, ...after.splice(at, count));
  }
  return after;
}

function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}
