import { describe, expect, it } from "vitest";

import type { Component } from "#server/code-index/ports/code-index.ts";

import { groupChanges } from "./group-changes.ts";

const file = (path: string) => ({ path, oldPath: path, oldOid: "a", newOid: "b" });
const commit = (subject: string, ...paths: string[]) => ({
  oid: subject,
  authorName: "Ada",
  authoredAt: "2026-01-02T03:04:05Z",
  subject,
  body: "",
  paths,
});
const component = (path: string): Component => ({ path, name: path, files: [], manifest: null });

/** The areas in their order, each with its files and the subjects of its commits. */
function group(paths: readonly string[], commits: ReturnType<typeof commit>[] = [], parts: readonly string[] = []) {
  const areas = groupChanges({ files: paths.map(file), commits, facts: [] }, parts.map(component));
  return areas.map((area) => [area.path, area.files.length, ...area.commits.map(({ subject }) => subject)]);
}

describe("areas of changes", () => {
  it("are folders below those that say nothing", () => {
    expect(group(["src/tides/x.ts", "src/tides/y.ts", "src/berths/z.ts", "README.md"])).toEqual([
      ["src/tides", 2],
      ["src/berths", 1],
      ["", 1],
    ]);
  });

  it("are cut below a folder that holds most of the changes, and no deeper than four", () => {
    expect(group(["harbour/tides/a.ts", "harbour/berths/b.ts", "pier/c.ts"])).toEqual([
      ["harbour/tides", 1],
      ["harbour/berths", 1],
      ["pier", 1],
    ]);
    expect(group(["a/b/c/d/e/f.ts", "a/b/c/d/g/h.ts"])).toEqual([["a/b/c/d", 2]]);
  });

  it("are the parts of a product that has several", () => {
    const paths = [
      "tools/ui/button.ts",
      "tools/ui/list.ts",
      "tools/uinoise/x.ts",
      ...["x", "y", "z", "w"].map((name) => `other/${name}.ts`),
    ];
    expect(group(paths, [], ["tools/ui", "other", ""])).toEqual([
      ["other", 4],
      ["tools/ui", 2],
      ["tools", 1],
    ]);
  });
});

describe("a commit", () => {
  it("belongs where most of its files lie, tests aside", () => {
    const commits = [
      commit("Ui", "ui/a.ts", "api/b.ts", "ui/c.ts"),
      commit("Api", "api/b.ts", "ui/a.test.ts", "ui/b.test.ts", "ui/c.test.ts"),
      commit("Tests", "ui/a.test.ts"),
      commit("Nothing"),
    ];
    expect(group(["ui/a.ts", "api/b.ts"], commits)).toEqual([
      ["ui", 1, "Ui", "Tests"],
      ["api", 1, "Api"],
    ]);
  });

  it("weighs more than files, upkeep and what lies aside", () => {
    const commits = [commit("chore: a", "upkeep/a.ts"), commit("Docs", "docs/a.md"), commit("Pier", "pier/a.ts")];
    const paths = ["upkeep/a.ts", "upkeep/b.ts", "docs/a.md", "docs/b.md", "docs/c.md", "pier/a.ts", ".github/ci.yml"];
    expect(group(paths, commits)).toEqual([
      ["pier", 1, "Pier"],
      ["upkeep", 2, "chore: a"],
      ["docs", 3, "Docs"],
      [".github", 1],
    ]);
  });

  it("at the top stays at the top", () => {
    expect(group(["a.ts"], [commit("Top", "a.ts")])).toEqual([["", 1, "Top"]]);
  });
});

it("is empty where nothing changed", () => {
  expect(group([])).toEqual([]);
});
