import { expect, it } from "vitest";

import type { Component, IndexedFile } from "#server/code-index/ports/code-index.ts";
import type { FileKind, ManifestFact } from "#server/code-index/ports/facts.ts";

import { findComponentEdges, findComponents, findPackages } from "./find-components.ts";

it("makes a part of each package, with the deepest package around a file as its owner", () => {
  const files = [
    ...sources("packages/ui/src/a.ts", "packages/ui/test/a.test.ts", "packages/core/index.ts", "scripts/x.ts"),
    ...sources("packages/ui/plugins/p/main.ts"),
  ];
  const manifests = [
    npm("package.json", "root-name"),
    npm("packages/ui/package.json", "@acme/ui"),
    npm("packages/ui/plugins/p/package.json", null),
    npm("packages/core/package.json", "core"),
    npm("packages/empty/package.json", "empty"),
  ];
  expect(partsOf(findComponents(files, manifests))).toEqual([
    'root-name "" package.json: scripts/x.ts',
    'core "packages/core" packages/core/package.json: packages/core/index.ts',
    '@acme/ui "packages/ui" packages/ui/package.json: packages/ui/src/a.ts packages/ui/test/a.test.ts',
    'p "packages/ui/plugins/p" packages/ui/plugins/p/package.json: packages/ui/plugins/p/main.ts',
  ]);
});

it("keeps packages whole beside the folders that divide them", () => {
  const files = sources(
    ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((at) => `apps/web/src/f${at}.ts`),
    "apps/web/plugins/p/main.ts",
    "scripts/x.ts",
  );
  const manifests = [
    npm("apps/web/package.json", "@acme/web"),
    npm("apps/web/plugins/p/package.json", "p"),
    npm("apps/empty/package.json", "empty"),
  ];
  const found = findPackages(files, manifests);
  expect(found.map(({ name, path, files: own }) => `${name} ${path} ${own.length}`)).toEqual([
    "@acme/web apps/web 9",
    "p apps/web/plugins/p 1",
  ]);
});

it("takes no manifest of a test, a vendored folder or another ecosystem for a package", () => {
  const files = [
    ...sources("src/a.py", "tests/fixtures/p/b.py"),
    file("tests/fixtures/p/pyproject.toml", "test"),
    file("vendor/v/package.json", "vendored"),
  ];
  const manifests = [
    manifest("tests/fixtures/p/pyproject.toml", { ecosystem: "python", name: "fixture" }),
    npm("vendor/v/package.json", "v"),
    manifest("src/requirements.txt", { ecosystem: "python", name: null }),
    manifest("src/x.toml", { ecosystem: "other", name: "x" }),
  ];
  expect(partsOf(findComponents(files, manifests))).toEqual([
    'root "" null: src/a.py tests/fixtures/p/b.py tests/fixtures/p/pyproject.toml',
  ]);
});

it("prefers the manifest with a name where a folder has two", () => {
  const manifests = [
    manifest("app/go.mod", { ecosystem: "go", name: null }),
    npm("app/package.json", "app"),
    npm("app/composer.json", "late"),
  ];
  expect(partsOf(findComponents(sources("app/main.go"), manifests))).toEqual([
    'app "app" app/package.json: app/main.go',
  ]);
});

it("divides a large package by its folders, looking through those that only hold code", () => {
  const files = sources(
    ...["api", "db", "web"].flatMap((folder) => [1, 2, 3].map((at) => `src/${folder}/f${at}.ts`)),
    "src/main.ts",
    "bin/run.ts",
  );
  expect(partsOf(findComponents(files, [npm("package.json", "app")]))).toEqual([
    'bin "bin" null: bin/run.ts',
    'src "src" null: src/main.ts',
    'src/api "src/api" null: src/api/f1.ts src/api/f2.ts src/api/f3.ts',
    'src/db "src/db" null: src/db/f1.ts src/db/f2.ts src/db/f3.ts',
    'src/web "src/web" null: src/web/f1.ts src/web/f2.ts src/web/f3.ts',
  ]);
});

it("leaves a small repository whole, and an empty one without parts", () => {
  expect(partsOf(findComponents(sources("src/a.ts", "src/b/c.ts"), []))).toEqual(['root "" null: src/a.ts src/b/c.ts']);
  expect(findComponents([file("README.md", "docs"), file("a.json", "data")], [])).toEqual([]);
});

it("takes no folder for part of another whose name it begins with", () => {
  const manifests = [npm("app/package.json", "app"), npm("app-extra/package.json", "extra")];
  expect(partsOf(findComponents(sources("app/a.ts", "app-extra/b.ts"), manifests))).toEqual([
    'app "app" app/package.json: app/a.ts',
    'extra "app-extra" app-extra/package.json: app-extra/b.ts',
  ]);
});

it("counts imports between parts once a line, those of tests left out, with the first five as examples", () => {
  const part = (path: string, ...files: string[]): Component => ({ name: path, path, files, manifest: null });
  const edge = (from: string, to: string, line: number) => ({ from, to, specifier: to, line });
  const found = findComponentEdges({
    components: [part("a", "a/1.ts", "a/2.ts", "a/1.test.ts"), part("b", "b/1.ts", "b/2.ts"), part("c", "c/1.ts")],
    edges: [
      edge("a/1.ts", "b/1.ts", 1),
      edge("a/1.ts", "b/2.ts", 1),
      edge("a/1.ts", "a/2.ts", 2),
      edge("a/1.test.ts", "c/1.ts", 3),
      edge("a/1.ts", "elsewhere.ts", 4),
      ...[5, 6, 7, 8, 9].map((line) => edge("a/2.ts", "b/1.ts", line)),
      edge("c/1.ts", "a/1.ts", 1),
      edge("b/1.ts", "c/1.ts", 1),
    ],
    isTest: (path) => path.includes(".test."),
  });
  expect(found).toEqual([
    {
      from: "a",
      to: "b",
      count: 6,
      examples: [{ path: "a/1.ts", line: 1 }, ...[5, 6, 7, 8].map((line) => ({ path: "a/2.ts", line }))],
    },
    { from: "b", to: "c", count: 1, examples: [{ path: "b/1.ts", line: 1 }] },
    { from: "c", to: "a", count: 1, examples: [{ path: "c/1.ts", line: 1 }] },
  ]);
});

/** 'name "folder" manifest: files'. */
function partsOf(components: readonly Component[]): string[] {
  return components.map(({ name, path, manifest: own, files }) => `${name} "${path}" ${own}: ${files.join(" ")}`);
}

function sources(...paths: string[]): IndexedFile[] {
  return paths.map((path) => file(path, path.includes(".test.") || path.startsWith("tests/") ? "test" : "source"));
}

function file(path: string, kind: FileKind): IndexedFile {
  return { path, oid: path, size: 1, language: "typescript", kind, lines: 1 };
}

function npm(path: string, name: string | null): { path: string; manifest: ManifestFact } {
  return manifest(path, { ecosystem: "npm", name });
}

function manifest(
  path: string,
  own: Pick<ManifestFact, "ecosystem" | "name">,
): { path: string; manifest: ManifestFact } {
  return {
    path,
    manifest: { ...own, description: null, version: null, dependencies: [], entryPoints: [], workspaces: [] },
  };
}
