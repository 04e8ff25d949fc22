import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { openScope, type CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { indexFiles, type IndexedFiles } from "#server/engine/pages/testing/index-files.ts";

import { describeOffer } from "./describe-offer.ts";
import { chooseFolders, describeByContent } from "./find-folders.ts";
import { findModules, moduleByFile } from "./find-modules.ts";
import { findParts, mostParts } from "./find-parts.ts";
import { shape } from "./shape.ts";

/** Source of so many lines that brings these files. */
const source = (count: number, ...imports: string[]) =>
  `${[...imports.map((path, at) => `import * as from${at} from "${path}";`), ...Array.from({ length: count - imports.length }, (_, at) => `export const line${at} = ${at};`)].join("\n")}\n`;

const many = Object.fromEntries(
  Array.from({ length: 20 }, (_, at) => [`many/group/part${String(at).padStart(2, "0")}/x.ts`, source(5 + at)]),
);
const files: Record<string, string> = {
  ...many,
  // Packages of a workspace, one of which dominates.
  "space/package.json": '{ "name": "space", "workspaces": ["packages/*"] }\n',
  "space/packages/core/package.json": '{ "name": "@space/core" }\n',
  "space/packages/core/src/read/a.ts": source(300, "../write/b.ts"),
  "space/packages/core/src/write/b.ts": source(200),
  "space/packages/core/src/x.ts": source(10, "./read/a.ts", "./write/b.ts"),
  "space/packages/cli/package.json": '{ "name": "@space/cli" }\n',
  "space/packages/cli/main.ts": source(40, "../core/src/x.ts", "../core/src/read/a.ts"),
  // Few files side by side that know one another, and a package of Go, which is one unit.
  "flat/a.ts": source(50, "./b.ts"),
  "flat/b.ts": source(30, "./c.ts"),
  "flat/c.ts": source(20),
  "unit/a.go": "package unit\n\nfunc A() { B() }\n",
  "unit/b.go": "package unit\n\nfunc B() {}\n",
  "jvm/src/main/java/org/jvm/A.java": "package org.jvm;\n\nimport org.jvm.B;\n\npublic class A { B b; }\n",
  "jvm/src/main/java/org/jvm/B.java": "package org.jvm;\n\nimport org.jvm.A;\n\npublic class B { A a; }\n",
  "none/README.md": "# Nothing\n",
  "mixed/a.ts": source(60),
  "mixed/b.tsx": source(20),
  "mixed/c.py": "x = 1\n".repeat(20),
  "mixed/.hidden/d.ts": source(90),
  "mixed/style.css": "a { color: red }\n".repeat(500),
  "tree/one/two/three/a.ts": source(9),
  "tree/lib/index.ts": "// Brings all of the parts together.\n\nexport const lib = 1;\n",
  "tree/lib/inner/b.ts": source(30),
  "tree/lib/outer/c.ts": source(20),
  "tree/lib/notes/d.md": "# Notes\n",
  "tree/docs/guide.md": "# Guide\n\nText.\n",
  "tree/docs/start.md": "# Start\n",
  "tree/test/x.test.ts": "it('x', () => {});\n",
  "tree/.github/ci.yml": "on: push\n",
  "tree/top.ts": source(3),
  "offer/package.json": '{ "dependencies": { "express": "5" } }\n',
  "offer/app.js": "const express = require('express');\nconst app = express();\napp.get('/api/v1/boats', list);\napp.post('/api/v1/boats/:id', add);\napp.get('/crews', list);\nfunction list() {}\n",
  "offer/schema.sql": "CREATE TABLE boats (\n  id INT\n);\nCREATE TABLE crews (\n  id INT,\n  boat INT REFERENCES boats (id)\n);\nCREATE TABLE _hidden (\n  id INT\n);\n",
}; // prettier-ignore

let repository: IndexedFiles;
beforeAll(async () => {
  repository = await indexFiles("harbour", [{ message: "Begin", files }]);
});
afterAll(() => repository.remove());
const scopeOf = (folder: string): CodeScope => openScope(repository, folder);
const partsOf = (folder: string) =>
  findParts(scopeOf(folder)).map((part) => `${part.kind} ${part.name} in ${part.path}, ${part.lines}`);

describe("parts", () => {
  it("are packages; what dominates is cut by its folders", () => {
    expect(partsOf("/space")).toEqual([
      "folder space/packages/core/src/read in space/packages/core/src/read, 300",
      "folder space/packages/core/src/write in space/packages/core/src/write, 200",
      "package @space/cli in space/packages/cli, 40",
      "package space/packages/core/src in space/packages/core/src, 10",
    ]);
  });

  it("are single files where few lie side by side and know one another", () => {
    expect(partsOf("/flat")).toEqual([
      "file flat/a.ts in flat/a.ts, 50",
      "file flat/b.ts in flat/b.ts, 30",
      "file flat/c.ts in flat/c.ts, 20",
    ]);
  });

  it("are one where a folder is one unit, and none without source", () => {
    expect(findParts(scopeOf("/unit"))).toHaveLength(1);
    expect(findParts(scopeOf("/jvm"))).toHaveLength(1);
    expect(findParts(scopeOf("/none"))).toEqual([]);
  });

  it("are no more than fit a picture, with no file lost and none twice", () => {
    for (const folder of ["/many", "/", "/space", "/tree"]) {
      const scope = scopeOf(folder);
      const parts = findParts(scope);
      expect(parts.length).toBeLessThanOrEqual(mostParts);
      const held = parts.flatMap((part) => part.files.map(({ path }) => path));
      expect(held.toSorted()).toEqual(scope.sources.map(({ path }) => path).toSorted());
      expect(moduleByFile(scope).size).toBe(held.length);
    }
  });

  it("lean on one another as their files do, the strongest first, with the lines that say so", () => {
    expect(findModules(scopeOf("/space")).edges).toEqual([
      {
        from: "space/packages/cli",
        to: "space/packages/core/src",
        count: 1,
        examples: [{ path: "space/packages/cli/main.ts", line: 1 }],
      },
      {
        from: "space/packages/cli",
        to: "space/packages/core/src/read",
        count: 1,
        examples: [{ path: "space/packages/cli/main.ts", line: 2 }],
      },
      {
        from: "space/packages/core/src",
        to: "space/packages/core/src/read",
        count: 1,
        examples: [{ path: "space/packages/core/src/x.ts", line: 1 }],
      },
      {
        from: "space/packages/core/src",
        to: "space/packages/core/src/write",
        count: 1,
        examples: [{ path: "space/packages/core/src/x.ts", line: 2 }],
      },
      {
        from: "space/packages/core/src/read",
        to: "space/packages/core/src/write",
        count: 1,
        examples: [{ path: "space/packages/core/src/read/a.ts", line: 1 }],
      },
    ]);
  });
});

describe("languages", () => {
  it("are named by their share; dialects count with their language, styles and hidden files not at all", () => {
    expect(shape(scopeOf("/mixed"))?.text).toBe("It is written in TypeScript (80 %) and Python (20 %).");
  });

  it("that are alone are named without one, and rest on a declaration", () => {
    expect(shape(scopeOf("/unit"))).toMatchObject({
      text: "It is written in Go.",
      evidence: [{ path: "unit/a.go" }],
    });
  });

  it("are not named without source", () => {
    expect(shape(scopeOf("/none"))).toBeNull();
  });
});

describe("folders", () => {
  it("are those at the top and those with source below them; one inside another alone is shown as one", () => {
    const shown = chooseFolders(scopeOf("/tree")).map(({ path, depth, files: own }) => [path, depth, own.length]);
    expect(shown).toEqual([
      ["tree/docs", 0, 2],
      ["tree/lib", 0, 4],
      ["tree/lib/inner", 1, 1],
      ["tree/lib/outer", 1, 1],
      ["tree/one/two/three", 0, 1],
      ["tree/test", 0, 1],
    ]);
  });

  it("are no more than a page shows, the heaviest of them", () => {
    const shown = chooseFolders(scopeOf("/"));
    expect(shown.length).toBeLessThanOrEqual(26);
    expect(shown.filter(({ depth }) => depth === 0).map(({ path }) => path)).toContain("tree");
  });

  it.each([
    ["tree/docs", null, []],
    ["tree/test", null, []],
    ["tree/one/two/three", null, []],
    ["tree/lib", null, []],
  ])("without a description are told by the folders in them, and by no list of files: %s", (folder, text, paths) => {
    const scope = scopeOf("/tree");
    const found = chooseFolders(scope).find(({ path }) => path === folder);
    const described = found === undefined ? null : describeByContent(scope, found);
    expect(found).toBeDefined();
    expect([described?.text ?? null, described?.evidence.map(({ path }) => path) ?? []]).toEqual([text, paths]);
  }); // prettier-ignore

  it("of more folders than are told say nothing, as a list cut short would", () => {
    const scope = scopeOf("/many");
    const [group] = chooseFolders(openScope(repository, "/"))
      .filter(({ path }) => path === "many/group")
      .map((folder) => describeByContent(scope, folder));
    expect(group).toBeNull();
  });
});

it("offers what it answers and keeps, each with its lines", async () => {
  const offered = await describeOffer(scopeOf("/offer"));
  expect(offered.map(({ text }) => text)).toEqual([
    "It answers 3 endpoints, served with `express`: `/boats` (2) and `/crews` (1).",
    "It keeps `boats` and `crews`.",
  ]);
  expect(offered.every(({ evidence }) => evidence.length > 0)).toBe(true);
  expect(await describeOffer(scopeOf("/none"))).toEqual([]);
});

it("reaches the services outside that its processes call", async () => {
  const shop = await indexFiles("shop", [
    {
      message: "Begin",
      files: {
        "package.json": '{ "dependencies": { "express": "5", "stripe": "18" } }\n',
        "Dockerfile": 'FROM node:24\nCOPY . .\nCMD ["node", "app.js"]\n',
        "app.js": "const express = require('express');\nconst Stripe = require('stripe');\nconst stripe = new Stripe(process.env.STRIPE_SECRET_KEY);\nconst app = express();\napp.get('/boats', () => stripe.customers.list());\napp.listen(80);\n",
      },
    },
  ]); // prettier-ignore
  const offered = await describeOffer(openScope(shop, "/"));
  expect(offered.at(-1)).toMatchObject({
    text: "Services outside that it can call: Stripe.",
    lists: [{ kind: "system", folder: "" }],
  });
  await shop.remove();
});
