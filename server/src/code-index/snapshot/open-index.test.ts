import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { CodeIndex } from "#server/code-index/ports/code-index.ts";
import { gitDirectorySource } from "#server/code-index/testing/git-directory-source.ts";
import { makeRepository } from "#server/code-index/testing/make-repository.ts";
import { updateIndex } from "#server/code-index/update/update-index.ts";

import { openIndex } from "./open-index.ts";

const cleanups: (() => void)[] = [];

/** Indexes one commit after another and opens the result. */
async function indexOf(...commits: [Record<string, string>, string][]): Promise<CodeIndex> {
  const repository = makeRepository();
  const directory = mkdtempSync(join(tmpdir(), "code-index-store-"));
  cleanups.push(repository.remove, () => rmSync(directory, { recursive: true, force: true }));
  let commit = "";
  for (const [files, message] of commits) commit = repository.commit(files, message);
  await updateIndex({ directory, source: gitDirectorySource(repository.directory), commit, workers: 1 });
  const index = openIndex(directory);
  if (index === null) throw new Error("The index did not open");
  return index;
}

afterAll(() => {
  for (const cleanup of cleanups) cleanup();
});

const filler = Array.from({ length: 60 }, (_, line) => `export const filler${line} = ${line};`).join("\n");

describe("search", () => {
  let index: CodeIndex;
  beforeAll(async () => {
    index = await indexOf(
      [
        {
          "README.md": "# Shop\nHow the shop works.\n",
          "src/billing/pay-invoice.ts": `${filler}\n/** Settles an open invoice with the bank. */\nexport function payInvoice() {\n  return retryTransfer();\n}\n`,
          "src/billing/pay-invoice.test.ts":
            "// pays the invoice, pays the invoice twice\npayInvoice(); payInvoice(); payInvoice();\n",
          "src/http/rate-limiter.ts": "export class RateLimiter {\n  consume() {}\n}\n",
          "src/http/server.ts": "export function listen() {\n  // the rate is limited elsewhere\n}\n",
          "src/tasks/board.ts": "export const columns = [];\n",
          "examples/pay/pay-invoice.ts": "payInvoice();\n",
          "docs/invoices.md": "# Invoices\nAll about invoices and how an invoice is paid.\n",
        },
        "Start",
      ],
      [{ "src/tasks/board.ts": "export const columns = [1];\n" }, "Cards flicker when dragged quickly"],
    );
  });

  it("finds the place in the file, with symbols and reasons", () => {
    const [best] = index.search("settle an invoice");
    expect(best?.path).toBe("src/billing/pay-invoice.ts");
    expect(best?.ranges[0]?.startLine).toBeLessThanOrEqual(62);
    expect(best?.ranges[0]?.endLine).toBeGreaterThanOrEqual(62);
    expect(best?.symbols.map(({ name }) => name)).toContain("payInvoice");
    expect(best?.reasons.find(({ kind }) => kind === "text")?.evidence).toEqual(
      expect.arrayContaining(["settle", "invoice"]),
    );
  });
  it("meets identifiers however they are split, and other forms of a word", () => {
    for (const query of ["RateLimiter", "rate_limiter", "rate limiter", "limiting rates"]) {
      expect(index.search(query)[0]?.path).toBe("src/http/rate-limiter.ts");
    }
  });
  it("puts tests, documents and examples behind the source, unless asked for", () => {
    expect(index.search("pay invoice")[0]?.path).toBe("src/billing/pay-invoice.ts");
    expect(index.search("test that an invoice is paid twice")[0]?.path).toBe("src/billing/pay-invoice.test.ts");
    expect(index.search("invoice documentation")[0]?.path).toBe("docs/invoices.md");
  });
  it("finds a file by what its commits said", () => {
    const [best] = index.search("flicker");
    expect(best?.path).toBe("src/tasks/board.ts");
    expect(best?.reasons).toContainEqual({ kind: "history", evidence: ["Cards flicker when dragged quickly"] });
  });
  it("puts a path that is written out first", () => {
    expect(index.search("the invoice payment in src/http/server.ts fails")[0]?.path).toBe("src/http/server.ts");
  });
  it("keeps to folder, kind and limit", () => {
    expect(index.search("invoice", { under: "docs" }).map(({ path }) => path)).toEqual(["docs/invoices.md"]);
    expect(index.search("invoice", { kinds: ["test"] }).map(({ path }) => path)).toEqual([
      "src/billing/pay-invoice.test.ts",
    ]);
    expect(index.search("invoice", { limit: 1 })).toHaveLength(1);
  });
  it("finds nothing for nothing", () => {
    for (const query of ["", "the of and", "!!!", "zzzqqqxxx"]) expect(index.search(query)).toEqual([]);
  });
  it("finds declarations by name and by words", () => {
    expect(index.findSymbols("RateLimiter")[0]).toMatchObject({
      path: "src/http/rate-limiter.ts",
      symbol: { name: "RateLimiter", kind: "class" },
    });
    expect(index.findSymbols("ratelimiter")[0]?.symbol.name).toBe("RateLimiter");
    expect(index.findSymbols("pay invoices")[0]?.symbol.name).toBe("payInvoice");
    expect(index.findSymbols("RateLimiter consume")[0]?.symbol.name).toMatch(/consume|RateLimiter/);
    expect(index.findSymbols("nothing like it")).toEqual([]);
  });
});

describe("imports", () => {
  /** "from > to" for all edges. */
  async function edgesOf(files: Record<string, string>): Promise<string[]> {
    const index = await indexOf([files, "Start"]);
    return index.files().flatMap(({ path }) => index.importsOf(path).map((edge) => `${path} > ${edge.path}`));
  }
  const cases: [string, Record<string, string>, string[]][] = [
    ["relative, extensionless, index and .js for .ts", { "a.ts": 'import "./b";\nimport "./c";\nimport "./d.js";\n', "b.ts": "", "c/index.ts": "", "d.ts": "//d\n" }, ["a.ts > b.ts", "a.ts > c/index.ts", "a.ts > d.ts"]],
    ["tsconfig paths", { "tsconfig.json": '{ "compilerOptions": { "baseUrl": ".", "paths": { "@/*": ["src/*"], } } } // x\n', "src/a.ts": 'import "@/lib/b";\n', "src/lib/b.ts": "" }, ["src/a.ts > src/lib/b.ts"]],
    ["workspace packages and their imports", { "packages/x/package.json": '{ "name": "@me/x", "exports": { ".": "./src/main.ts", "./*": "./src/*.ts" } }', "packages/x/src/main.ts": 'import "#x/own.ts";\n', "packages/x/src/own.ts": "//o\n", "app/a.ts": 'import "@me/x";\nimport "@me/x/own";\n' }, ["app/a.ts > packages/x/src/main.ts", "app/a.ts > packages/x/src/own.ts", "packages/x/src/main.ts > packages/x/src/own.ts"]],
    ["Python packages under src", { "src/app/__init__.py": "", "src/app/a.py": "from . import b\nfrom app.sub.c import d\nimport os\n", "src/app/b.py": "#b\n", "src/app/sub/__init__.py": "#s\n", "src/app/sub/c.py": "d = 1\n" }, ["src/app/a.py > src/app/b.py", "src/app/a.py > src/app/sub/c.py"]],
    ["Go packages", { "go.mod": "module x.org/y\n", "main.go": 'package main\nimport "x.org/y/in"\n', "in/a.go": "package in\n", "in/a_test.go": "package in\nfunc T() {}\n" }, ["main.go > in/a.go"]],
    ["Rust modules", { "Cargo.toml": '[package]\nname = "my-x"\n', "src/lib.rs": "mod a;\n", "src/a/mod.rs": "pub mod b;\nuse super::c::C;\n", "src/a/b.rs": "use crate::c::C;\n", "src/c.rs": "pub struct C;\n", "tests/t.rs": "use my_x::a::b::f;\n" }, ["src/a/b.rs > src/c.rs", "src/a/mod.rs > src/a/b.rs", "src/a/mod.rs > src/c.rs", "src/lib.rs > src/a/mod.rs", "tests/t.rs > src/a/b.rs"]],
    ["Java classes", { "src/main/java/a/A.java": "package a;\nimport b.B;\nclass A {}\n", "src/main/java/b/B.java": "package b;\nclass B {}\n" }, ["src/main/java/a/A.java > src/main/java/b/B.java"]],
    ["C includes", { "src/a.c": '#include "a.h"\n#include "lib/b.h"\n#include <stdio.h>\n', "src/a.h": "//a\n", "include/lib/b.h": "//b\n" }, ["src/a.c > include/lib/b.h", "src/a.c > src/a.h"]],
    ["Ruby", { "lib/x.rb": 'require_relative "x/y"\nrequire "x/z"\n', "lib/x/y.rb": "#y\n", "lib/x/z.rb": "#z\n" }, ["lib/x.rb > lib/x/y.rb", "lib/x.rb > lib/x/z.rb"]],
    ["PHP namespaces", { "src/A.php": "<?php\nnamespace App;\nuse App\\In\\B;\n", "src/In/B.php": "<?php\nnamespace App\\In;\n" }, ["src/A.php > src/In/B.php"]],
  ]; // prettier-ignore
  it.each(cases)("follows %s", async (_name, files, expected) => {
    expect((await edgesOf(files)).sort()).toEqual(expected);
  });

  it("names packages from outside, importers, components and what lies between them", async () => {
    const files: Record<string, string> = { "package.json": '{ "name": "all", "workspaces": ["packages/*"] }' };
    for (const name of ["api", "core"]) files[`packages/${name}/package.json`] = `{ "name": "@me/${name}" }`;
    files["packages/core/src/index.ts"] = 'import { z } from "zod";\nimport fs from "fs";\n';
    files["packages/api/src/a.ts"] = '\nimport "@me/core";\nimport "zod/mini";\n';
    files["packages/api/src/a.test.ts"] = 'import "@me/core";\n';
    const index = await indexOf([files, "Start"]);
    expect(index.externalImports()).toEqual([
      { name: "zod", files: ["packages/api/src/a.ts", "packages/core/src/index.ts"] },
      { name: "node:fs", files: ["packages/core/src/index.ts"] },
    ]);
    expect(index.importersOf("packages/core/src/index.ts").map(({ path, line }) => `${path}:${line}`)).toEqual([
      "packages/api/src/a.test.ts:1",
      "packages/api/src/a.ts:2",
    ]);
    expect(index.components().map(({ name, path, files: own }) => `${name} ${path} ${own.length}`)).toEqual([
      "@me/api packages/api 2",
      "@me/core packages/core 1",
    ]);
    expect(index.componentEdges()).toEqual([
      { from: "packages/api", to: "packages/core", count: 1, examples: [{ path: "packages/api/src/a.ts", line: 2 }] },
    ]);
  });

  it("divides a single package by its folders", async () => {
    const files: Record<string, string> = { "package.json": '{ "name": "one" }' };
    for (const folder of ["tasks", "users"])
      for (let number = 0; number < 6; number += 1)
        files[`src/${folder}/f${number}.ts`] = `export const f${number} = "${folder}";\n`;
    const index = await indexOf([files, "Start"]);
    expect(index.components().map(({ path, files: own }) => `${path} ${own.length}`)).toEqual([
      "src/tasks 6",
      "src/users 6",
    ]);
  });
});

describe("history and statistics", () => {
  it("answers from the commits", async () => {
    const index = await indexOf(
      [{ "src/a.ts": "export function a() {}\n", "b.md": "# B\n" }, "First"],
      [
        {
          "src/a.ts":
            "import express from 'express'; export function a() { const app = express(); app.get('/x', y); }\n",
        },
        "Second\n\nBecause.",
      ],
    );
    expect(index.history.recentCommits(1)).toMatchObject([
      { subject: "Second", body: "Because.", paths: ["src/a.ts"], authorName: "Ada" },
    ]);
    expect(index.history.commitsTouching("src", 9).map(({ subject }) => subject)).toEqual(["Second", "First"]);
    expect(index.history.commitsTouching("b.md", 9).map(({ subject }) => subject)).toEqual(["First"]);
    expect(index.history.contributors()).toMatchObject([{ name: "Ada", email: "ada@example.com", commits: 2 }]);
    expect(index.statistics()).toMatchObject({
      files: 2,
      lines: 2,
      symbols: 1,
      endpoints: 1,
      commits: 2,
      languages: [
        { language: "markdown", files: 1, lines: 1 },
        { language: "typescript", files: 1, lines: 1 },
      ],
    });
  });
});
