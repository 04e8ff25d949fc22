import { expect, it } from "vitest";

import { fitLineEndings, readLineEndings } from "./fit-line-endings.ts";
import { readPatch } from "./read-patch.ts";

const pathsOf = (...lines: string[]) =>
  readPatch(`${lines.join("\n")}\n`).files.map(({ oldPath, newPath }) => `${oldPath} ${newPath}`);
const hunk = ["@@ -3 +3 @@", "-a", "+b"];

it("reads the paths of what it changes, creates, deletes, renames and gives another mode", () => {
  expect(pathsOf("--- a/x.ts\t2026-11-21", "+++ b/x.ts", ...hunk)).toEqual(["x.ts x.ts"]);
  expect(pathsOf("--- src/x.ts", "+++ src/x.ts", ...hunk)).toEqual(["src/x.ts src/x.ts"]);
  expect(pathsOf("--- /dev/null", "+++ b/x.ts", "@@ -0,0 +1 @@", "+b")).toEqual(["null x.ts"]);
  expect(pathsOf("--- a/x.ts", "+++ /dev/null", "@@ -1 +0,0 @@", "-b")).toEqual(["x.ts null"]);
  const renamed = ["diff --git a/x b/y", "similarity index 100%", "rename from x", "rename to y"];
  const mode = ["diff --git a/run me b/run me", "old mode 100644", "new mode 100755"];
  expect(pathsOf(...renamed, ...mode)).toEqual(["x y", "run me run me"]);
  expect(pathsOf("diff --git a/e b/e", "new file mode 100644", "index 0000000..e69de29")).toEqual(["null e"]);
  expect(pathsOf(String.raw`--- "a/caf\303\251"`, String.raw`+++ "b/caf\303\251"`, ...hunk)).toEqual(["café café"]);
});

it("knows where each hunk stands, and takes no line of one for a header", () => {
  const lines = ["--- a/x", "+++ b/x", "@@ -1,2 +1,3 @@ f()", " a", "--- b", "+++ c", "+@@ d", ...hunk];
  const [file, other] = readPatch(`${lines.join("\n")}\n`).files;
  expect(file?.hunks).toEqual([
    { oldStart: 1, start: 3, end: 7 },
    { oldStart: 3, start: 8, end: 10 },
  ]);
  expect(other).toBeUndefined();
});

it.each([
  [["--- a/../x", "+++ b/../x", ...hunk], "“../x” lies outside of the repository."],
  [["--- /etc/passwd", "+++ /etc/passwd", ...hunk], "“/etc/passwd” lies outside of the repository."],
  [["--- a//etc/x", "+++ b//etc/x", ...hunk], "“/etc/x” lies outside of the repository."],
  [["--- a/C:/x", "+++ b/C:/x", ...hunk], "“C:/x” lies outside of the repository."],
  [["--- a/.git/config", "+++ b/.git/config", ...hunk], "“.git/config” belongs to git itself."],
  [["--- /dev/null", "+++ b/s/.GIT/hooks/x", "@@ -0,0 +1 @@", "+b"], "“s/.GIT/hooks/x” belongs to git itself."],
  [["--- /dev/null", "+++ b/.g\u200Bit/x", "@@ -0,0 +1 @@", "+b"], "belongs to git itself."],
  [["--- /dev/null", "+++ b/git~1/x", "@@ -0,0 +1 @@", "+b"], "belongs to git itself."],
  [["--- a/.gitmodules", "+++ b/.gitmodules", ...hunk], "“.gitmodules” belongs to git itself."],
  [["diff --git a/x b/../y", "rename from x", "rename to ../y"], "“../y” lies outside of the repository."],
  [["--- a/a\\..\\x", "+++ b/a\\..\\x", ...hunk], "is no path of a file."],
  [["diff --git a/l b/l", "new file mode 120000", "--- /dev/null", "+++ b/l"], "l is a symbolic link."],
  [["diff --git a/l b/l", "index 1234567..89abcde 120000"], "l is a symbolic link."],
  [["diff --git a/m b/m", "new file mode 160000"], "m is a submodule."],
  [["--- a/x", "+++ b/x", "@@ -1,9 +1,9 @@", " a"], "The diff breaks off in hunk 1 of x: its first line says 9 lines"],
  [["--- a/x", "+++ b/x", ...hunk, "@@ -9,3 +9,3 @@", " a", "nonsense"], "breaks off in hunk 2 of x"],
  [["--- a/x", "+++ b/x", "@@ what @@"], "Hunk 1 of x does not begin as one does"],
])("refuses %j", (lines, message) => {
  expect(() => readPatch(`${lines.join("\n")}\n`)).toThrow(message);
});

it("gives lines the endings of the files that they go to", () => {
  expect(["a\nb\n", "a\r\nb\r\n", "a\r\nb\n", "a"].map((text) => readLineEndings(Buffer.from(text)))).toEqual([
    "lf",
    "crlf",
    "mixed",
    "mixed",
  ]);
  const bare = "--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n a\n\n-b\n+c\n\\ No newline at end of file\n";
  const returned = "--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n a\r\n \r\n-b\r\n+c\r\n\\ No newline at end of file\n";
  expect(fitLineEndings(readPatch(bare), () => "crlf")).toBe(returned);
  expect(fitLineEndings(readPatch(returned), () => "lf")).toBe(bare.replace("\n\n", "\n \n"));
  expect(fitLineEndings(readPatch(returned), () => "mixed")).toBe(returned);
  const created = "--- /dev/null\n+++ b/x\n@@ -0,0 +1,2 @@\n+a\n+b\n";
  expect(fitLineEndings(readPatch(created.replaceAll("\n", "\r\n")), () => null)).toBe(created);
  expect(fitLineEndings(readPatch(created.replace("+a", "+a\r")), () => null)).toBe(created.replace("+a", "+a\r"));
});
