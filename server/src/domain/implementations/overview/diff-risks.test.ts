import { expect, it } from "vitest";

import type { DiffedFile } from "#server/platform/git/diff/parse-diff.ts";
import { startCpuClock } from "#server/testing/cpu-clock.ts";

import { findDiffRisks } from "./diff-risks.ts";

function makeFile(path: string, added: string): DiffedFile {
  const lines = [{ type: "added" as const, content: added, oldLine: null, newLine: 1 }];
  const hunk = { oldStart: 0, oldLines: 0, newStart: 1, newLines: 1, heading: "", lines };
  const modes = { oldMode: "100644", newMode: "100644" };
  const counts = { additions: 1, deletions: 0, isBinary: false, isTruncated: false };
  return { path, oldPath: null, status: "modified", ...modes, ...counts, hunks: [hunk] };
}

const textsOf = (files: readonly DiffedFile[]) => findDiffRisks({ files, isTruncated: false }).map(({ text }) => text);

it("goes over a manifest's line once, however many blanks are in it", () => {
  const cpuMs = startCpuClock();
  expect(textsOf([makeFile("package.json", `${" ".repeat(100_000)}x`)])).toEqual([
    "Changes how it is built: `package.json`",
  ]);
  expect(cpuMs()).toBeLessThan(1_000);
});

it.each(['  "left-pad": "^1.3.0",', '\t"devDependencies": {}', "  },  ", " "])(
  "takes %j of a manifest for nothing but versions",
  (line) => expect(textsOf([makeFile("package.json", line)])).toEqual([]),
);

it("looks for manifests once, not beside each of the files that lock versions", () => {
  const makeAll = (name: string) =>
    Array.from({ length: 500 }, (_, at) => makeFile(`${at}/${"a/".repeat(60)}${name}`, "a"));
  const others = makeAll("a.ts");
  const measure = (files: readonly DiffedFile[]) => {
    const cpuMs = startCpuClock();
    const texts = textsOf([...files, ...others]);
    return { texts, ms: cpuMs() };
  };
  const plainMs = measure(makeAll("yarn.txt")).ms;
  const { texts, ms } = measure(makeAll("yarn.lock"));
  expect(texts).toContainEqual(
    expect.stringMatching(/^Other versions are locked, although no manifest beside it changes: /),
  );
  expect(ms / plainMs).toBeLessThan(6);
});
