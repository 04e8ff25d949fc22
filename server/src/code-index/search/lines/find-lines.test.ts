import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import type { CodeIndex } from "#server/code-index/ports/code-index.ts";
import { LinePatternError } from "#server/code-index/ports/line-query.ts";
import type { LineQuery, LineSearchOptions } from "#server/code-index/ports/line-query.ts";
import { openIndex } from "#server/code-index/snapshot/open-index.ts";
import { gitDirectorySource } from "#server/code-index/testing/git-directory-source.ts";
import { makeRepository } from "#server/code-index/testing/make-repository.ts";
import type { BareTestRepository } from "#server/code-index/testing/make-repository.ts";
import { updateIndex } from "#server/code-index/update/update-index.ts";
import type { GitSource } from "#server/git-source.ts";
import { startCpuClock } from "#server/testing/cpu-clock.ts";

let repository: BareTestRepository;
let folder: string;

beforeEach(() => {
  repository = makeRepository();
  folder = mkdtempSync(join(tmpdir(), "code-index-lines-"));
});

afterEach(() => {
  openIndex(folder)?.close();
  repository.remove();
  rmSync(folder, { recursive: true, force: true });
});

async function indexed(files: Record<string, string | Uint8Array | null>): Promise<CodeIndex> {
  const source = gitDirectorySource(repository.directory);
  await updateIndex({ directory: folder, source, commit: repository.commit(files) });
  return opened(source);
}

function opened(source: GitSource): CodeIndex {
  const index = openIndex(folder, source);
  if (index === null) throw new Error("There is no index");
  return index;
}

const literal = (pattern: string): LineQuery => ({ pattern, isRegex: false, ignoreCase: false, isWord: false });
const regex = (pattern: string): LineQuery => ({ pattern, isRegex: true, ignoreCase: false, isWord: false });

async function locations(index: CodeIndex, query: LineQuery, options?: LineSearchOptions): Promise<string[]> {
  return (await index.listMatchingLines(query, options)).lines;
}

/** UTF-16 with its mark. */
function utf16(text: string): Buffer {
  return Buffer.from(`\uFEFF${text}`, "utf16le");
}

/** With the longest work during which nothing else could happen. */
async function measureWait<T>(work: () => Promise<T>): Promise<{ answer: T; longestWaitMs: number }> {
  let workedMs = startCpuClock();
  let longestWaitMs = 0;
  const check = (): void => {
    longestWaitMs = Math.max(longestWaitMs, workedMs());
    workedMs = startCpuClock();
  };
  const timer = setInterval(check, 1);
  const answer = await work();
  clearInterval(timer);
  check();
  return { answer, longestWaitMs };
}

describe("lines of all files", () => {
  it("are those that ripgrep finds, whatever the files are", async () => {
    repository.link("link.ts", "a.ts");
    const index = await indexed({
      "a.ts": "export const needle = 1;\r\nconst other = 2;\nneedle",
      "empty.txt": "",
      "binary.bin": Buffer.from("needle\n\0needle\n"),
      "early-line.bin": Buffer.from("\nneedle\n\0"),
      "late-nul.txt": `${"needle and more words in this line\n".repeat(3000)}\0`,
      "wide.txt": utf16("first\nneedle é\n"),
      "marked.txt": "\uFEFFneedle\n",
      "latin.txt": Buffer.from("caf\xe9 needle\n\xe9\n", "latin1"),
      "picture.png": "no picture but a needle\n",
      "large.json": `${"[1, 2, 3, 4, 5, 6, 7, 8, 9]\n".repeat(40_000)}needle\n`,
      "minified.js": `${"var a=1;".repeat(2000)}needle()\n`,
      ".hidden/x": "needle\n",
    });
    const found = await locations(index, literal("needle"));
    expect(found.filter((location) => !location.startsWith("late-nul.txt"))).toEqual([
      ".hidden/x:1", "a.ts:1", "a.ts:3", "large.json:40001", "latin.txt:1", "marked.txt:1", "minified.js:1", "picture.png:1",
      "wide.txt:2",
    ]); // prettier-ignore
    // The first 64 KB without the line that is cut there.
    expect(found.filter((location) => location.startsWith("late-nul.txt"))).toHaveLength(1872);
    expect(await locations(index, regex("^needle$"))).toEqual([
      ".hidden/x:1", "a.ts:3", "large.json:40001", "marked.txt:1",
    ]); // prettier-ignore
    expect(await locations(index, regex("needle é"))).toEqual(["wide.txt:2"]);
    expect(await locations(index, regex("^$"))).toEqual(["early-line.bin:1"]);
  });

  it("are shown in the encoding of their file", async () => {
    const text = "x = 'Größe – 5 €'\n";
    const bytes = Buffer.from(text.replace("–", "\x96").replace("€", "\x80"), "latin1");
    const long = Buffer.from(`${"ä".repeat(3_000)} needle\n`, "latin1");
    const index = await indexed({ "latin.py": bytes, "long.py": long });
    const shown = async (pattern: string) =>
      (await index.findLines(literal(pattern))).files.flatMap(({ lines }) => lines);
    expect(await shown("5 ")).toMatchObject([{ line: 1, text: "x = 'Größe – 5 €'", ranges: [[13, 15]] }]);
    const [line] = await shown("needle");
    expect(line?.text).toMatch(/^ä+ needle$/);
    expect(line?.text.slice(...(line.ranges[0] ?? []))).toBe("needle");
    expect((line?.textStart ?? 0) + (line?.text.length ?? 0)).toBe(3_007);
  });

  it("follow pushes, and a former index goes on with its own commit", async () => {
    const former = await indexed({ "a.ts": "one\n", "b.ts": "two\n" });
    expect(await locations(former, literal("one"))).toEqual(["a.ts:1"]);
    const index = await indexed({ "a.ts": "none\none more\n", "b.ts": null, "c.ts": "one\n" });
    expect(await locations(index, literal("one"))).toEqual(["a.ts:1", "a.ts:2", "c.ts:1"]);
    expect(await locations(index, literal("two"))).toEqual([]);
    expect(await locations(former, literal("two"))).toEqual(["b.ts:1"]);
  });

  it("are found in an index that took over its blobs from another", async () => {
    const source = gitDirectorySource(repository.directory);
    const seed = join(folder, "seed");
    const commit = repository.commit({ "a.ts": "const needle = 1;\n", "b.ts": "nothing here\n" });
    await updateIndex({ directory: seed, source, commit });
    const report = await updateIndex({ directory: folder, source, commit, seedIndexes: [seed] });
    expect(report.copiedBlobs).toBe(2);
    expect(await locations(opened(source), literal("needle"))).toEqual(["a.ts:1"]);
  });
});

describe("what is said of a line", () => {
  it("is its text and where it matches", async () => {
    const index = await indexed({ "a.ts": "  foo(bar, foo);\r\nbar\n" });
    const { files, matchedFiles, matchedLines, isCutOff } = await index.findLines(regex("fo+"));
    expect({ matchedFiles, matchedLines, isCutOff }).toEqual({ matchedFiles: 1, matchedLines: 1, isCutOff: false });
    expect(files).toEqual([
      {
        path: "a.ts",
        matchedLines: 1,
        lines: [{ line: 1, text: "  foo(bar, foo);", textStart: 0, ranges: [[2, 5], [11, 14]] }],
      },
    ]); // prettier-ignore
    const ends = await index.findLines(regex("b(a|ar)?"));
    expect(ends.files[0]?.lines.map(({ ranges }) => ranges)).toEqual([[[6, 8]], [[0, 2]]]);
  });

  it("counts in the units of strings, and shows a piece of a very long line", async () => {
    const index = await indexed({ "a.txt": `😀 é needle\n${"é".repeat(100_000)} needle ${"x".repeat(100_000)}\n` });
    const [short, long] = (await index.findLines(regex("n[e]+dle"))).files[0]?.lines ?? [];
    expect(short).toMatchObject({ text: "😀 é needle", ranges: [[5, 11]] });
    const [start = 0, end = 0] = long?.ranges[0] ?? [];
    expect(long?.text.slice(start, end)).toBe("needle");
    expect((long?.textStart ?? 0) + start).toBe(100_001);
    expect(long?.text.length).toBeLessThanOrEqual(2000);
  });

  it("has at most 100 places", async () => {
    const index = await indexed({ "a.txt": `${"ab ".repeat(300)}\n` });
    expect((await index.findLines(regex("a"))).files[0]?.lines[0]?.ranges).toHaveLength(100);
    expect((await index.findLines(literal("a"))).files[0]?.lines[0]?.ranges).toHaveLength(100);
  });
});

describe("options", () => {
  it("choose files by folder, globs and language", async () => {
    const text = "needle\n";
    const index = await indexed({
      "src/a.ts": text, "src/deep/b.ts": text, "src/deep/c.py": text, "srcs/d.ts": text, "node_modules/e/f.ts": text, "g.ts": text,
    }); // prettier-ignore
    const chosen = async (options: LineSearchOptions): Promise<string> =>
      (await locations(index, literal("needle"), options)).map((location) => location.replace(":1", "")).join(" ");
    expect(await chosen({ under: "src" })).toBe("src/a.ts src/deep/b.ts src/deep/c.py");
    expect(await chosen({ under: "src/a.ts" })).toBe("src/a.ts");
    expect(await chosen({ languages: ["python"] })).toBe("src/deep/c.py");
    expect(await chosen({ paths: ["*.py"] })).toBe("src/deep/c.py");
    expect(await chosen({ paths: ["src/**/*.ts"] })).toBe("src/a.ts src/deep/b.ts");
    expect(await chosen({ paths: ["/*.ts"] })).toBe("g.ts");
    expect(await chosen({ paths: ["*.{py,ts}", "!node_modules", "!src/**"] })).toBe("g.ts srcs/d.ts");
    expect(await chosen({ paths: ["!deep/", "!e", "!src?"] })).toBe("g.ts src/a.ts");
    expect(await chosen({ paths: ["[a-c].[!p]?"] })).toBe("src/a.ts src/deep/b.ts");
    await expect(chosen({ paths: ["{a,b"] })).rejects.toThrow(LinePatternError);
  });

  it("bound what is given", async () => {
    const index = await indexed({ "a.ts": "x\nx\nx\n", "b.ts": "x\nx\n", "c.ts": "x\n" });
    const answer = async (options: LineSearchOptions): Promise<unknown> => {
      const { files, isCutOff } = await index.findLines(literal("x"), options);
      return [files.map(({ lines, matchedLines }) => `${lines.length}/${matchedLines}`).join(" "), isCutOff];
    };
    expect(await answer({})).toEqual(["3/3 2/2 1/1", false]);
    expect(await answer({ maxLines: 6 })).toEqual(["3/3 2/2 1/1", false]);
    expect(await answer({ maxLines: 4 })).toEqual(["3/3 1/1", true]);
    expect(await answer({ maxFiles: 2 })).toEqual(["3/3 2/2", true]);
    expect(await index.findLines(literal("x"), { maxFiles: 2 })).toMatchObject({ isOutOfTime: false });
    expect(await index.findLines(literal("x"), { maxLines: 4 })).toMatchObject({ isOutOfTime: false });
    expect(await answer({ maxLinesPerFile: 1 })).toEqual(["1/3 1/2 1/1", false]);
  });

  it("end a search that takes too long or that nobody waits for", async () => {
    // Digits of a number without end: every place has its own past, so that no state of the automaton comes again.
    let state = 1;
    const letters = Array.from({ length: 900_000 }, () =>
      (state = (state * 48_271) % 2_147_483_647) & 4096 ? "a" : "b",
    );
    const index = await indexed({ "a.txt": letters.join("").replace(/.{500}/g, "$&\n") });
    const slow = regex("a[ab]{400}[^ab]");
    const workedMs = startCpuClock();
    expect(await index.findLines(slow, { deadlineMs: 100 })).toMatchObject({
      isCutOff: true,
      isOutOfTime: true,
      matchedLines: 0,
    });
    expect(workedMs()).toBeLessThan(1500);
    const controller = new AbortController();
    const stopped = index.findLines(slow, { signal: controller.signal });
    controller.abort(new Error("nobody waits"));
    await expect(stopped).rejects.toThrow("nobody waits");
  });

  it("leave time for others, however long globs take to fit and lines to mark", async () => {
    const paths = Array.from({ length: 700 }, (_, n) => `${(n * 7919).toString(2).padStart(20, "0").repeat(8)}.txt`);
    const long = `${"a".repeat(1900)}\n`.repeat(20);
    const index = await indexed({ ...Object.fromEntries(paths.map((path) => [path, "x\n"])), "long.md": long });
    // Each match is known only once all of the line was gone through in all ways there are.
    const marked = await measureWait(() => index.findLines(regex("(a{0,1000}){0,9}z|a"), { paths: ["*.md"] }));
    expect(marked.answer.matchedLines).toBe(20);
    const globs = (n: number): LineSearchOptions => ({ paths: [`*1${"?".repeat(150)}${n}x`], deadlineMs: 300 });
    const many = Array.from({ length: 10 }, (_, n) => globs(n));
    const chosen = await measureWait(() => Promise.all(many.map((options) => index.findLines(literal("x"), options))));
    for (const answer of chosen.answer) expect(answer).toMatchObject({ isCutOff: true, matchedFiles: 0 });
    expect(Math.max(marked.longestWaitMs, chosen.longestWaitMs)).toBeLessThan(500);
  });

  it("need the repository", async () => {
    const source = gitDirectorySource(repository.directory);
    const commit = repository.commit({ "a.ts": "x\n" });
    await updateIndex({ directory: folder, source, commit });
    await expect(openIndex(folder)?.findLines(literal("x"))).rejects.toThrow("opened without the repository");
  });
});
