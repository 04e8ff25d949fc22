import { expect, it } from "vitest";

import type { DiffHunk } from "#server/platform/git/diff/parse-diff.ts";

import { cutHunk } from "./cut-hunk.ts";

/** A hunk whose lines are given as " a", "-a" and "+a", from old and new line 10 on. */
function hunkOf(...lines: string[]): DiffHunk {
  let [oldLine, newLine] = [10, 10];
  const reported = lines.map((line): DiffHunk["lines"][number] => {
    const content = line.slice(1);
    if (line.startsWith("+")) return { type: "added", content, oldLine: null, newLine: newLine++ };
    if (line.startsWith("-")) return { type: "deleted", content, oldLine: oldLine++, newLine: null };
    return { type: "context", content, oldLine: oldLine++, newLine: newLine++ };
  });
  return {
    oldStart: 10,
    oldLines: oldLine - 10,
    newStart: 10,
    newLines: newLine - 10,
    heading: "tide()",
    lines: reported,
  };
}

const shown = (hunk: DiffHunk | null) =>
  hunk && {
    place: [hunk.oldStart, hunk.oldLines, hunk.newStart, hunk.newLines],
    lines: hunk.lines.map(({ content }) => content).join(""),
  };

it("keeps what is in the lines and beside them", () => {
  const whole = hunkOf(" a", " b", " c", "-d", "+D", " e", " f", " g");
  expect(cutHunk(whole, { startLine: 13, endLine: 13 })).toEqual(whole);
  expect(shown(cutHunk(whole, { startLine: 16, endLine: 20 }))).toEqual({ place: [13, 4, 13, 4], lines: "dDefg" });
  expect(cutHunk(whole, { startLine: 17, endLine: 30 })).toBeNull();
  expect(cutHunk(whole, { startLine: 1, endLine: 6 })).toBeNull();
});

it("cuts a long hunk to its part", () => {
  const long = hunkOf("-a", "-b", "-c", "-d", "-e", "-f", "-g", "-h", "-i", "-j", "-k", "-l", "+x", "+y", " m");
  expect(shown(cutHunk(long, { startLine: 14, endLine: 14 }))).toEqual({ place: [11, 7, 10, 0], lines: "bcdefgh" });
  expect(shown(cutHunk(long, { startLine: 22, endLine: 22 }))).toEqual({ place: [19, 4, 10, 3], lines: "jklxym" });
});

it("tells lines that only came by the line above them", () => {
  const grown = hunkOf(" a", "+b", "+c", " d");
  expect(shown(cutHunk(grown, { startLine: 10, endLine: 11 }))).toEqual({ place: [10, 2, 10, 4], lines: "abcd" });
  const huge = hunkOf("-a", ...Array.from({ length: 900 }, (_, at) => `+${at}`));
  expect(cutHunk(huge, { startLine: 10, endLine: 10 })?.lines).toHaveLength(400);
});
