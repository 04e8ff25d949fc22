import { describe, expect, it } from "vitest";

import { LinePatternError } from "#server/code-index/ports/line-query.ts";

import { pathFilter } from "./path-filter.ts";

const languages: Record<string, string> = { ts: "typescript", py: "python", md: "markdown" };
const wanted = (options: Parameters<typeof pathFilter>[0], path: string): boolean =>
  pathFilter(options)({ path, language: languages[path.split(".").at(-1) ?? ""] ?? null });

describe("one glob", () => {
  const every = [
    "a.ts", "b.py", "src/a.ts", "src/deep/a.ts", "src/deep/er/c.md", "test/a.ts", "src/[x].ts", "src/a*b.ts", "src/{c}.ts", "README",
    ".hidden/a.ts", "A.TS", "src/é😀.ts", "a\nb.ts",
  ]; // prettier-ignore
  // As ripgrep's -g chooses among the same paths.
  it.each<[string, string[]]>([
    ["a.ts", ["a.ts", "src/a.ts", "src/deep/a.ts", "test/a.ts", ".hidden/a.ts"]],
    ["/a.ts", ["a.ts"]],
    ["src/a.ts", ["src/a.ts"]],
    ["/src/*.ts", ["src/a.ts", "src/[x].ts", "src/a*b.ts", "src/{c}.ts", "src/é😀.ts"]],
    ["*.md", ["src/deep/er/c.md"]],
    [
      "src/**",
      ["src/a.ts", "src/deep/a.ts", "src/deep/er/c.md", "src/[x].ts", "src/a*b.ts", "src/{c}.ts", "src/é😀.ts"],
    ],
    ["**/deep/**", ["src/deep/a.ts", "src/deep/er/c.md"]],
    ["src/**/a.ts", ["src/a.ts", "src/deep/a.ts"]],
    ["**", every],
    ["?.py", ["b.py"]],
    ["src/??.ts", ["src/é😀.ts"]],
    ["[a-b].{py,md}", ["b.py"]],
    ["{src,test}/a.ts", ["src/a.ts", "test/a.ts"]],
    ["src/{deep/{a,b},a}.ts", ["src/a.ts", "src/deep/a.ts"]],
    ["src/\\[x\\].ts", ["src/[x].ts"]],
    ["src/[[]x[]].ts", ["src/[x].ts"]],
    ["src/[!a-z]*.ts", ["src/[x].ts", "src/{c}.ts", "src/é😀.ts"]],
    ["src/[^a-z]*.ts", ["src/[x].ts", "src/{c}.ts", "src/é😀.ts"]],
    ["src/a\\*b.ts", ["src/a*b.ts"]],
    ["src/\\{c\\}.ts", ["src/{c}.ts"]],
    ["a?b.ts", ["src/a*b.ts", "a\nb.ts"]],
    ["READ*", ["README"]],
    ["deep", []],
    ["src/", []],
    ["a.b", []],
    ["src[/]a.ts", ["src/a.ts"]],
    ["src[^x]a.ts", []],
    ["", []],
  ])("%j takes %o", (glob, expected) => {
    expect(every.filter((path) => wanted({ paths: [glob] }, path))).toEqual(expected);
  });
});

describe("several globs", () => {
  it.each<[string[], string, boolean]>([
    [["!*.md"], "a.ts", true],
    [["!*.md"], "docs/a.md", false],
    [["*.ts", "!a.ts"], "a.ts", false],
    [["!a.ts", "*.ts"], "a.ts", true],
    [["*.ts"], "b.py", false],
    [["!src/"], "src/deep/a.ts", false],
    [["!src/"], "src", true],
    [["!src"], "src", false],
    [["!src", "src/a.ts"], "src/a.ts", false],
    [["!deep/", "*.ts"], "src/deep/a.ts", false],
    [["!src/*", "src/a.ts"], "src/a.ts", true],
    [["!**/deep"], "src/deep/er/a.ts", false],
    [["!/deep"], "src/deep/a.ts", true],
  ])("%j: %s %s", (paths, path, expected) => {
    expect(wanted({ paths }, path)).toBe(expected);
  });
});

describe("folder and language", () => {
  it.each<[Parameters<typeof pathFilter>[0], string, boolean]>([
    [{ under: "src" }, "src/a.ts", true],
    [{ under: "/src/" }, "src/a.ts", true],
    [{ under: "src" }, "srcs/a.ts", false],
    [{ under: "src" }, "a/src/a.ts", false],
    [{ under: "" }, "a.ts", true],
    [{ under: "/" }, "a.ts", true],
    [{ languages: ["python"] }, "a.py", true],
    [{ languages: ["python"] }, "a.ts", false],
    [{ languages: ["python"] }, "LICENSE", false],
    [{ languages: [] }, "LICENSE", true],
    [{ under: "src", languages: ["python"], paths: ["!b.py"] }, "src/a.py", true],
    [{ under: "src", languages: ["python"], paths: ["!b.py"] }, "src/b.py", false],
  ])("%o: %s %s", (options, path, expected) => {
    expect(wanted(options, path)).toBe(expected);
  });
});

describe("globs that are none", () => {
  it.each([
    [["{a,b"], "“{a,b” is no path pattern."],
    [["[z-a]"], "“[z-a]” is no path pattern."],
    [["{".repeat(11) + "a" + "}".repeat(11)], `“${"{".repeat(11)}a${"}".repeat(11)}” is no path pattern.`],
    [["a".repeat(501)], "A path pattern may have 500 characters at most."],
    [Array.from({ length: 51 }, () => "a"), "At most 50 path patterns may be given."],
  ])("are refused (%#)", (paths, message) => {
    expect(() => pathFilter({ paths })).toThrow(new LinePatternError(message));
  });
});
