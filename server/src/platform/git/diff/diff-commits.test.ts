import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createTestRepository, type TestRepository } from "#server/testing/git-repository.ts";

import { diffCommits } from "./diff-commits.ts";
import { DiffParser } from "./parse-diff.ts";
import { unquotePath } from "./unquote-path.ts";

let repository: TestRepository;
let directory: string;

beforeAll(async () => {
  repository = await createTestRepository();
  directory = join(repository.path, ".git");
});

afterAll(() => repository.remove());

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `line ${from + at}\n`).join("");

async function diff(base: string | null, head: string, given: Partial<Parameters<typeof diffCommits>[1]> = {}) {
  return await diffCommits(directory, { base, head, contextLines: 3, ...given });
}

describe("diffCommits", () => {
  it("tells lines with their numbers, the last line's missing end, and where the change stands", async () => {
    const indented = numbered(1, 20).replace(/^/gm, "  ").trimEnd() + "\n";
    const before = await repository.commit("One", { "a.ts": `function outer() {\n${indented}}` });
    const after = await repository.commit("Two", { "a.ts": `function outer() {\n${indented}}\n` });
    expect(await diff(before, after, { contextLines: 1 })).toEqual({
      isTruncated: false,
      versions: new Map([["a.ts", expect.stringMatching(/^100644:[0-9a-f]{40} 100644:[0-9a-f]{40}$/)]]),
      files: [
        {
          path: "a.ts",
          oldPath: null,
          status: "modified",
          additions: 1,
          deletions: 1,
          oldMode: "100644",
          newMode: "100644",
          isBinary: false,
          isTruncated: false,
          hunks: [
            {
              oldStart: 21,
              oldLines: 2,
              newStart: 21,
              newLines: 2,
              heading: "function outer() {",
              lines: [
                { type: "context", content: "  line 20", oldLine: 21, newLine: 21 },
                { type: "deleted", content: "}", oldLine: 22, newLine: null, isUnended: true },
                { type: "added", content: "}", oldLine: null, newLine: 22 },
              ],
            },
          ],
        },
      ],
    });
  });

  it("tells renames, links, modes and binaries apart", async () => {
    const before = await repository.commit("Before", {
      "moved.txt": numbered(1, 30),
      "to-link": "text\n",
      "run.sh": "echo\n",
      "data.bin": Buffer.from([0, 1, 2]),
      "gone.txt": "gone\n",
      "zz-last.txt": "last\n",
    });
    await repository.git("mv", "moved.txt", "new name\t.txt");
    await repository.git("rm", "--quiet", "gone.txt", "to-link");
    await repository.git("update-index", "--chmod=+x", "run.sh");
    await repository.git("commit", "--quiet", "-m", "Step");
    await repository.git("reset", "--quiet", "--hard");
    const after = await repository.commit("After", {
      "to-link": { linkTo: "run.sh" },
      "data.bin": Buffer.from([0, 1, 3]),
      "empty.txt": "",
      "zz-last.txt": "changed\n",
    });
    const { files } = await diff(before, after);
    const short = files.map(({ path, oldPath, status, oldMode, newMode, additions, deletions, isBinary }) =>
      [path, oldPath, status, oldMode, newMode, additions, deletions, isBinary].join(" "),
    );
    expect(short.toSorted()).toEqual([
      "data.bin  modified 100644 100644 0 0 true",
      "empty.txt  added  100644 0 0 false",
      "gone.txt  deleted 100644  0 1 false",
      "new name\t.txt moved.txt renamed 100644 100644 0 0 false",
      "run.sh  modified 100644 100755 0 0 false",
      "to-link  type-changed 100644 120000 1 1 false",
      "zz-last.txt  modified 100644 100644 1 1 false",
    ]);
    const link = files.find(({ path }) => path === "to-link");
    expect(link?.hunks.flatMap(({ lines }) => lines.map(({ content }) => content))).toEqual(["text", "run.sh"]);
  });

  it("compares a first commit with nothing", async () => {
    const first = await repository.git("rev-list", "--max-parents=0", "HEAD");
    const { files } = await diff(null, first);
    expect(files).toMatchObject([{ path: "a.ts", status: "added", oldMode: null, additions: 22, deletions: 0 }]);
  });

  it("leaves out what is too much and says so, and still counts it; small files are listed whole", async () => {
    const before = await repository.commit("Few");
    const after = await repository.commit("Many", {
      "b-long.txt": numbered(1, 100),
      "c-wide.txt": `${"x".repeat(5000)}\n`,
      "d-short.txt": numbered(1, 5),
      "e-more.txt": numbered(1, 50),
    });
    const { files, isTruncated } = await diff(before, after, { maxLinesPerFile: 60, maxLines: 70, maxBytes: 4000 });
    const listed = files.map(({ path, additions, isTruncated, hunks }) => ({
      path,
      additions,
      isTruncated,
      lines: hunks.flatMap(({ lines }) => lines).length,
    }));
    expect(listed).toEqual([
      { path: "b-long.txt", additions: 100, isTruncated: true, lines: 10 },
      { path: "c-wide.txt", additions: 1, isTruncated: true, lines: 0 },
      { path: "d-short.txt", additions: 5, isTruncated: false, lines: 5 },
      { path: "e-more.txt", additions: 50, isTruncated: false, lines: 50 },
    ]);
    expect(isTruncated).toBe(false);
    const fewer = await diff(before, after, { maxFiles: 2 });
    expect(fewer.files.map(({ path }) => path)).toEqual(["b-long.txt", "c-wide.txt"]);
    expect(fewer).toMatchObject({ isTruncated: true, files: [{ isTruncated: false }, { isTruncated: false }] });
  });

  it("cuts what somebody reads less before what they read, whatever comes first", async () => {
    const before = await repository.commit("None");
    const after = await repository.commit("Both", {
      "a/vendor.txt": numbered(1, 40),
      "b/vendor.txt": numbered(1, 40),
      "c/own.txt": numbered(1, 60),
      "d/vendor.txt": numbered(1, 40),
      "e/own.txt": "one\n",
    });
    const isLesser = (path: string) => path.endsWith("vendor.txt");
    const { files } = await diff(before, after, { maxLines: 80, isLesser });
    const listed = files.map(({ path, isTruncated, hunks }) => [
      path,
      isTruncated,
      hunks.flatMap(({ lines }) => lines).length,
    ]);
    expect(listed.slice(2, 3)).toEqual([["c/own.txt", false, 60]]);
    expect(listed.at(-1)).toEqual(["e/own.txt", false, 1]);
    expect(listed.every(([path, isTruncated]) => !isLesser(String(path)) || isTruncated)).toBe(true);
    expect(listed.reduce((sum, [, , lines]) => sum + Number(lines), 0)).toBeLessThanOrEqual(80);
    // What is listed of a file is its beginning, in order.
    const [first] = files;
    const numbers = first?.hunks.flatMap(({ lines }) => lines.map(({ newLine }) => newLine)) ?? [];
    expect(numbers).toEqual(numbers.map((_, at) => at + 1));
  });

  it("is not misled by lines that look like git's own words", async () => {
    const before = await repository.commit("Plain", { "words.txt": "-- a/x\n++ b/x\n@@ -1 +1 @@\n" });
    const content =
      "diff --git a/evil b/evil\nBinary files a and b differ\n:100644 100644 1 2 M\tevil\n@@ -1,9 +1,9 @@\n";
    const after = await repository.commit("Words", { "words.txt": content });
    const { files } = await diff(before, after);
    expect(files).toMatchObject([{ path: "words.txt", additions: 4, deletions: 3, isBinary: false }]);
    expect(files[0]?.hunks.flatMap(({ lines }) => lines).filter(({ type }) => type === "added")).toMatchObject(
      content.split("\n", 4).map((line) => ({ content: line })),
    );
  });

  it("runs no program that a repository names", async () => {
    const marker = join(repository.path, "marker");
    await repository.git("config", "diff.evil.command", `touch ${marker}; true`);
    await repository.git("config", "diff.evil.textconv", `touch ${marker}; cat`);
    await repository.git("config", "diff.external", `touch ${marker}; true`);
    const before = await repository.commit("Attributes", { ".gitattributes": "* diff=evil\n", "x.txt": "1\n" });
    await repository.git("update-index", "--refresh");
    await writeFile(join(directory, "info", "attributes"), "* diff=evil\n");
    const after = await repository.commit("Driven", { "x.txt": "2\n" });
    expect((await diff(before, after)).files).toMatchObject([{ path: "x.txt", additions: 1, deletions: 1 }]);
    expect(await repository.git("status", "--porcelain")).toBe("");
    // Git itself would have run it.
    await repository.git("diff", before, after);
    expect(await repository.git("status", "--porcelain")).toBe("?? marker");
    await repository.git("config", "--remove-section", "diff.evil");
    await repository.git("config", "--remove-section", "diff");
  });

  it("refuses what is no commit of this repository, and ends with its signal", async () => {
    const head = await repository.git("rev-parse", "HEAD");
    await expect(diff("--output=/tmp/x", head)).rejects.toMatchObject({ code: "not_found" });
    await expect(diff("0".repeat(40), head)).rejects.toMatchObject({ code: "not_found" });
    await expect(diff(null, head, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: "cancelled" });
  });
});

describe("unquotePath", () => {
  it.each([
    ["plain", "plain"],
    ['"', '"'],
    ['"a\\nb"', "a\nb"],
    ['"\\303\\251\\"\\\\\\t"', 'é"\\\t'],
    ['"é\\001"', "é\u0001"],
  ])("reads %s", (written, path) => expect(unquotePath(Buffer.from(written))).toBe(path));
});

it("compares the named paths alone, whatever they hold, and knows a renamed file by both", async () => {
  const before = await repository.commit("Named", {
    "old[1].txt": numbered(1, 30),
    "other.txt": "a\n",
    "old1.txt": "a\n",
  });
  await repository.git("mv", "--", "old[1].txt", "-new.txt");
  const after = await repository.commit("Renamed", { "other.txt": "b\n", "old1.txt": "b\n" });
  const { files } = await diff(before, after, { paths: ["-new.txt", "old[1].txt"] });
  expect(files).toMatchObject([{ path: "-new.txt", oldPath: "old[1].txt", status: "renamed" }]);
  expect((await diff(before, after, { paths: ["old[1].txt"] })).files).toMatchObject([{ status: "deleted" }]);
});

it("reads each side of a file that is not UTF-8 as the file view does, also lines that could be UTF-8", async () => {
  const before = await repository.commit("Western", { "bar.txt": Buffer.from("caf\u00e9\n", "latin1") });
  const lines = ["th\u00e9", "\u00c3\u00a9", "plain"];
  const content = Buffer.from(`${lines.join("\n")}\n`, "latin1");
  const after = await repository.commit("More", { "bar.txt": content, "foo.txt": "\u00e9\n" });
  const { files } = await diff(before, after);
  expect(files.map(({ hunks }) => hunks.flatMap((hunk) => hunk.lines))).toEqual([
    [
      { type: "deleted", content: "caf\u00e9", oldLine: 1, newLine: null },
      ...lines.map((line, at) => ({ type: "added", content: line, oldLine: null, newLine: at + 1 })),
    ],
    [{ type: "added", content: "\u00e9", oldLine: null, newLine: 1 }],
  ]);
});

it("says why git was stopped, not that its output broke off", async () => {
  const commit = await repository.commit("Stopped", { "stopped.txt": numbered(1, 1000) });
  const stop = new AbortController();
  const requested = diff(null, commit, { signal: stop.signal });
  stop.abort();
  await expect(requested).rejects.toMatchObject({ code: "cancelled" });
});

describe("DiffParser", () => {
  const file = Buffer.from(`:100644 100644 ${"1".repeat(40)} ${"2".repeat(40)} M\ta.txt`);

  it.each([
    ["before git has named all files", [], true],
    ["after it has", [Buffer.alloc(0)], false],
  ])("says whether files are missing when git is stopped %s", (_, further, hasMoreFiles) => {
    const parser = new DiffParser({ maxFiles: 10, maxLinesPerFile: 10, maxLines: 10, maxBytes: 1000 });
    for (const line of [file, ...further]) parser.read(line);
    parser.stopEarly();
    expect(parser).toMatchObject({ hasMoreFiles, files: [{ path: "a.txt", isTruncated: true }] });
  });
});
