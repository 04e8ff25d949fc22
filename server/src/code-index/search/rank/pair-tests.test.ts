import { describe, expect, it } from "vitest";

import { classifyPath } from "#server/code-index/analysis/text/classify-path.ts";
import type { IndexedFile } from "#server/code-index/ports/code-index.ts";

import { kindFactor, materialOf } from "./file-kinds.ts";
import { pairTests } from "./pair-tests.ts";

const filesOf = (paths: readonly string[]): IndexedFile[] =>
  paths.map((path) => ({ path, oid: "", size: 1, lines: 1, ...classifyPath(path) }));

describe("a test belongs to", () => {
  it.each<[string, string[], string, string | null]>([
    ["the file of its name beside it", ["src/a.ts", "lib/a.ts"], "src/a.test.ts", "src/a.ts"],
    ["the file in the mirrored folder", ["src/mail/send.py", "src/web/send.py"], "tests/web/test_send.py", "src/web/send.py"],
    ["the first where both are as near", ["one/send.go", "two/send.go"], "three/send_test.go", "one/send.go"],
    ["a Java class by its name", ["src/main/java/mail/Send.java"], "src/test/java/mail/SendTest.java", "src/main/java/mail/Send.java"],
    ["the folder whose index it is", ["src/mail/index.ts"], "src/mail.test.ts", "src/mail/index.ts"],
    ["a Python package by its __init__", ["app/mail/__init__.py"], "tests/test_mail.py", "app/mail/__init__.py"],
    ["no declarations of types", ["src/a.d.ts"], "src/a.test.ts", null],
    ["no other test", ["src/b.test.ts"], "src/a.test.ts", null],
    ["nothing of another name", ["src/ab.ts"], "src/a.test.ts", null],
    ["a file whatever the case", ["src/Send.ts"], "src/send.spec.ts", "src/Send.ts"],
  ])("%s", (_what, sources, test, expected) => {
    const files = filesOf([...sources, test]);
    const found = pairTests(files)[sources.length] ?? -1;
    expect(files[found]?.path ?? null).toBe(expected);
    expect([...pairTests(files)].slice(0, sources.length)).toEqual(sources.map(() => -1));
  }); // prettier-ignore
});

describe("beside source a file counts", () => {
  const nothing = { tests: false, docs: false, examples: false, config: false };
  it.each([
    ["src/a.ts", nothing, 1],
    ["examples/a.ts", nothing, 0.85],
    ["examples/a.ts", { ...nothing, examples: true }, 1],
    ["my-examples/a.ts", nothing, 1],
    ["src/a.test.ts", nothing, 0.5],
    ["src/a.test.ts", { ...nothing, tests: true }, 1],
    ["scripts/a.test.ts", nothing, 0.425],
    ["docs/a.md", nothing, 0.5],
    ["docs/a.md", { ...nothing, docs: true }, 1.4],
    ["package.json", nothing, 0.55],
    ["package.json", { ...nothing, config: true }, 1.25],
    ["tsconfig.json", { ...nothing, config: true }, 1.05],
    ["node_modules/a/a.ts", { tests: true, docs: true, examples: true, config: true }, 0.35],
    ["a.png", nothing, 0.3],
  ])("%s with %o: %d", (path, asksFor, expected) => {
    expect(kindFactor(path, classifyPath(path).kind, asksFor)).toBe(expected);
  });

  it.each([
    ["src/a.ts", "source"],
    ["src/a.d.ts", "types"],
    ["src/a.d.mts", "types"],
    ["src/a.pyi", "types"],
    ["src/a.test.ts", "test"],
    ["README.md", "docs"],
    ["package.json", "config"],
    ["node_modules/a/a.ts", "other"],
    ["a.png", "other"],
  ])("%s as %s", (path, expected) => {
    expect(materialOf(path, classifyPath(path).kind)).toBe(expected);
  });
});
