import { expect, it } from "vitest";

import type { DiffedFile } from "#server/platform/git/diff/parse-diff.ts";

import { flagChange } from "./flag-change.ts";

function makeFile(change: Partial<DiffedFile> & { path: string }, added = "const a = 1;"): DiffedFile {
  const lines = [{ type: "added" as const, content: added, oldLine: null, newLine: 1 }];
  const hunk = { oldStart: 0, oldLines: 0, newStart: 1, newLines: 1, heading: "", lines };
  const modes = { oldMode: "100644", newMode: "100644" };
  const counts = { additions: 1, deletions: 0, isBinary: false, isTruncated: false };
  return { oldPath: null, status: "modified", ...modes, ...counts, hunks: [hunk], ...change };
}

it.each([
  [".github/workflows/test.yml", ["ci"]],
  ["docs/.github/workflows.md", []],
  ["web/package-lock.json", ["lockfile"]],
  ["web/package.json", ["build-script"]],
  ["Makefile", ["build-script"]],
  ["src/makefile-parser.ts", []],
  ["api/tides.pb.go", ["generated"]],
  ["vendor/tides/tides.go", ["generated"]],
])("%s has the flags %j", (path, flags) => {
  expect(flagChange(makeFile({ path }))).toEqual(flags);
});

it("looks at where a file came from, at its mode and at what nobody sees", () => {
  expect(flagChange(makeFile({ path: "old.yml", oldPath: ".gitlab-ci.yml" }))).toEqual(["ci"]);
  expect(flagChange(makeFile({ path: "run", newMode: "100755" }))).toEqual(["executable"]);
  expect(flagChange(makeFile({ path: "run", oldMode: "100755", newMode: "100755" }))).toEqual([]);
  expect(flagChange(makeFile({ path: "a.ts" }, "if (isAdmin\u202E) {"))).toEqual(["hidden-characters"]);
  expect(flagChange(makeFile({ path: "a.png", isBinary: true, hunks: [] }))).toEqual(["binary"]);
});
