import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { openScope, type CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { indexFiles, type IndexedFiles } from "#server/engine/pages/testing/index-files.ts";

import { describeFile, describeFolder, fileSummary, mainSymbol, symbolEvidence } from "./describe.ts";
import { parseMembers } from "./parse-members.ts";
import { wordOf } from "./product-words.ts";
import { methodNames, rankSymbols } from "./rank-symbols.ts";
import { findTestTitles } from "./test-titles.ts";

const lines = (...text: string[]) => `${text.join("\n")}\n`;

const files: Record<string, string> = {
  "README.md": "# Harbour\n\nA Berth is where a boat lies. Each Berth has a Berth number.\n",
  "docs/CHANGELOG.md": "# Changes\n\nGangway Gangway Gangway Gangway Gangway.\n",
  "src/berth.ts": lines(
    "/** Where a boat lies. Called by `GET /berths`. */",
    "export class Berth {",
    "  constructor(readonly number: number) {}",
    "  /** Takes a boat in. */",
    "  moor(boat: Boat): Gangway {",
    "    return new Gangway(boat);",
    "  }",
    "  _hidden() {}",
    "  toString() {}",
    "}",
    "",
    "export class Gangway {}",
    "export class BerthError extends Error {}",
    "export type BerthNumber = number;",
    "class Inner {}",
  ),
  "src/boat.ts": lines(
    'import { Berth } from "./berth.ts";',
    'export function lieIn(berth: Berth, gangway: Gangway): Berth { return berth; }',
    "export function lieIn(berth: Berth): Berth { return berth; }",
  ),
  "src/crew.ts": 'import { Berth, BerthError } from "./berth.ts";\nexport const crew = [Berth, BerthError];\n',
  "src/migrations/one.ts": "export function up() {}\n",
  "src/pier.ts": "// src/pier.css is made by the watcher, so it is not imported here.\n\nexport const pier = 1;\n",
  "src/tide/index.ts": "// Knows when the tide turns, and nothing else.\n\nexport const tide = 1;\n",
  "src/wind/README.md": "# Wind\n\nMeasures the wind on the outer pier. It supports:\n\n- knots\n",
  "src/wind/index.ts": "// Another text that says something else.\n\nexport const wind = 1;\n",
  "src/empty/x.ts": "",
  "src/rope.ts": lines("/** Ties the rope to the ring. */", "export function rope(ring: string, knot = 'bowline') {", "  return ring + knot;", "}"),
  "src/knots.ts": lines(
    "export function tie(rope: string) {",
    "  return rope;",
    "}",
    "",
    "/** Loosens what was tied. */",
    "export function loosen(rope: string) {",
    "  return rope;",
    "}",
    "",
    "export function cut() {}",
    "export function burn() {}",
    "function inside() {}",
  ),
  "src/shapes.ts": lines(
    "export interface Shape {",
    "  /** Metres. */",
    "  readonly width: number;",
    "  height?: number;",
    "  inner: {",
    "    depth: number;",
    "  };",
    "  area(): number;",
    "}",
  ),
  "src/media.ts": lines(
    "export class Shape {",
    "  public static async related(",
    "    ids: number[],",
    "  ): Promise<Shape[]> {",
    "    return [];",
    "  }",
    "  public id: number;",
    "  kind = 1;",
    "}",
  ),
  "src/shapes.py": lines("class Shape:", "    width: int", "    height = 2", "    def area(self):", "        depth = 1", "        return depth"),
  "src/shapes.rs": lines("pub enum Shape {", "    Circle(u32),", "    Square { side: u32 },", "    Empty,", "}"),
  "src/shapes.go": lines("package shapes", "", "type Shape struct {", "\tWidth  int", "\tParts  []Part", "\treturn *Part", "}"),
  "src/Shape.java": lines("public class Shape {", "  private int width;", "  protected List<String> names = null;", "  void area() { int depth = 1; }", "}"),
  "src/berth.test.ts": lines(
    'import { Berth } from "./berth.ts";',
    'describe("berths", () => {',
    '  it("moors", () => {});',
    '  it("moors a boat of any length", () => {});',
    "  test.only('keeps the number it was given', () => {});",
    "  it(`takes ${count} boats at once`, () => {});",
    "  // it('is only a comment about boats', () => {});",
    '  it("lets a boat go when it is paid for", () => {});',
    "});",
  ),
  "src/other.test.ts": 'import { rope } from "./rope.ts";\nimport { tie } from "./knots.ts";\nit("has a rope and a knot", () => {});\n',
  "py/tests/test_sea.py": "def test_waves_grow_with_the_wind():\n    pass\n\n\nasync def test_calm():\n    pass\n\n\ndef helper_of_the_tests():\n    pass\n",
  "src/wide.test.ts": ["berth", "boat", "crew", "rope", "knots"].map((name) => `import "./${name}.ts";\n`).join("") + 'it("takes in all of the harbour", () => {});\n',
  "kt/Tide.kt": "internal class Ebb\n\nclass Flow\n",
  "py/sea.py": "def waves():\n    pass\n",
  "jvm/src/main/java/Tide.java": "public class Tide {}\n",
  "jvm/src/test/java/TideTest.java": "class TideTest {\n  @Test\n  public void shouldTurnTwiceADay() {}\n  private void shouldBeAHelper(int of) {}\n}\n",
}; // prettier-ignore

let repository: IndexedFiles;
let scope: CodeScope;
beforeAll(async () => {
  repository = await indexFiles("r", [{ message: "Begin", files }]);
  scope = openScope(repository, "/");
});
afterAll(() => repository.remove());

const symbolOf = (path: string, name: string) => {
  const found = scope.facts(path)?.symbols.find((symbol) => symbol.name === name);
  if (!found) throw new Error(`no ${name}`);
  return found;
};

describe("declarations that others lean on", () => {
  const ranked = (name: string) => rankSymbols(scope).find(({ symbol }) => symbol.name === name);

  it("come first: those that other files use, as far as imports lead there", () => {
    expect(rankSymbols(scope)[0]).toMatchObject({ path: "src/berth.ts", users: 2 });
    expect(rankSymbols(scope)[0]?.symbol.name).toBe("Berth");
    // Named in a signature of a file that imports the file; the changelog's words count for nothing.
    expect(ranked("Gangway")).toMatchObject({ users: 1 });
  });

  it("count less where they are errors or other names for types", () => {
    expect(ranked("BerthError")?.users).toBe(1);
    expect(ranked("BerthError")?.score).toBeLessThan(ranked("Gangway")?.score ?? 0);
    expect(ranked("BerthNumber")?.users).toBe(0);
  });

  it("are exported ones of the code itself, each name of a file once", () => {
    const names = rankSymbols(scope).map(({ symbol }) => symbol.name);
    expect(names.filter((name) => name === "lieIn")).toHaveLength(1);
    expect(names).not.toEqual(expect.arrayContaining(["Inner"]));
    expect(names).not.toEqual(expect.arrayContaining(["up"]));
    expect(names).not.toEqual(expect.arrayContaining(["inside"]));
    expect(names).not.toEqual(expect.arrayContaining(["Ebb"]));
    expect(names).toContain("Flow");
  });

  it("have the methods that callers see", () => {
    expect(methodNames(ranked("Berth")?.methods ?? [])).toEqual(["moor"]);
  });
});

it.each([
  ["a.ex", "defmodule Lock do\n  def open, do: 1\n  defp turn, do: 2\nend\n", ["open"]],
  ["a.rb", "class Lock\n  def open\n  end\n\n  private\n\n  def turn\n  end\nend\n", ["open"]],
  ["a.ts", "export class Lock {\n  open() {}\n  private turn() {}\n}\n", ["open"]],
  ["Lock.java", "public interface Lock {\n  void open();\n}\n", ["open"]],
  ["a.sql", 'CREATE FUNCTION harbour."cast"(a int) RETURNS int AS $$ $$;\n', null],
])("what nobody else may call is no method of %s", async (path, text, expected) => {
  const one = await indexFiles("lock", [{ message: "Begin", files: { [path]: text } }]);
  const [first] = rankSymbols(openScope(one, "/"));
  expect(first === undefined ? null : methodNames(first.methods)).toEqual(expected);
  await one.remove();
});

it("cites a declaration with all lines of its signature, and not its body", async () => {
  const text = "/** Ties up. */\nexport function moor(\n  boat: string,\n  ring: number,\n): void {\n  void boat;\n}\n";
  const one = await indexFiles("moor", [{ message: "Begin", files: { "a.ts": text } }]);
  const own = openScope(one, "/");
  const [symbol] = own.facts("a.ts")?.symbols ?? [];
  expect(symbol && symbolEvidence(own, "a.ts", symbol)).toMatchObject({ startLine: 1, endLine: 5 });
  expect(symbol && symbolEvidence(own, "a.ts", { ...symbol, doc: null })).toMatchObject({ startLine: 2, endLine: 5 });
  await one.remove();
});

describe("what a file is for", () => {
  const output = (path: string) => {
    const found = describeFile(scope, path);
    return found && [found.text, found.evidence.map(({ startLine, endLine }) => `${startLine}-${endLine}`).join(" ")];
  };

  it.each([
    ["the comment that opens it", "src/tide/index.ts", ["Knows when the tide turns, and nothing else.", "1-1"]],
    ["what it declares, where the comment is a note on its first lines", "src/pier.ts", ["declares `pier`.", "3-3"]],
    ["the comment of its namesake", "src/rope.ts", ["Ties the rope to the ring.", "1-2"]],
    ["the names it declares, those with a comment first, without what is private", "src/knots.ts", ["declares `loosen` (loosens what was tied), `tie(rope: string)`, `cut()` and others.", "5-6 1-1 10-10"]],
    ["nothing where nothing is declared", "src/empty/x.ts", null],
    ["nothing where there is no such file", "src/none.ts", null],
  ])("is %s", (_, path, expected) => {
    expect(output(path)).toEqual(expected);
  }); // prettier-ignore

  it("is not what the comment of a small part of it says", () => {
    expect(fileSummary(scope, "src/knots.ts")).toBeNull();
    expect(mainSymbol(scope, "src/knots.ts")?.name).toBe("loosen");
    expect(mainSymbol(scope, "src/empty/x.ts")).toBeNull();
  });

  it("is cited with the comment where that stands near, else by the comment alone", () => {
    const rope = symbolOf("src/rope.ts", "rope");
    expect(symbolEvidence(scope, "src/rope.ts", rope)).toMatchObject({ startLine: 1, endLine: 2 });
    const far = { ...rope, startLine: 20, endLine: 22 };
    expect(symbolEvidence(scope, "src/rope.ts", far)).toMatchObject({ startLine: 1, endLine: 1 });
    expect(symbolEvidence(scope, "src/rope.ts", { ...far, doc: null })).toMatchObject({ startLine: 20, endLine: 20 });
  });
});

it.each([
  ["src/wind", "Measures the wind on the outer pier.", "src/wind/README.md:3-3"],
  ["src/tide", "Knows when the tide turns, and nothing else.", "src/tide/index.ts:1-1"],
  ["src/empty", undefined, "undefined:undefined-undefined"],
  // The README of the whole is about no folder.
  ["", undefined, "undefined:undefined-undefined"],
])("says what the folder %j is for", async (folder, text, evidence) => {
  const found = await describeFolder(scope, folder);
  const [first] = found?.evidence ?? [];
  expect([found?.text, `${first?.path}:${first?.startLine}-${first?.endLine}`]).toEqual([text, evidence]);
});

it.each([
  ["src/shapes.ts", ["width", "height", "inner"], 5],
  ["src/media.ts", ["id", "kind"], 8],
  ["src/shapes.py", ["width", "height"], 3],
  ["src/shapes.rs", ["Circle", "Square", "Empty"], 4],
  ["src/shapes.go", ["Width", "Parts"], 5],
  ["src/Shape.java", ["width", "names"], 3],
])("reads the members of a type in %s, without those of their own parts", async (path, names, endLine) => {
  expect(await parseMembers(scope, path, symbolOf(path, "Shape"))).toEqual({ names, endLine });
});

it("reads no members in a language that it does not know", async () => {
  const wanted = { ...symbolOf("src/rope.ts", "rope"), startLine: 1, endLine: 3 };
  expect(await parseMembers(scope, "README.md", wanted)).toEqual({ names: [], endLine: 1 });
});

describe("what tests say", () => {
  const titlesOf = async (paths: string[], max = 9) =>
    (await findTestTitles(scope, paths, max)).map(({ title, evidence }) => `${evidence.startLine} ${title}`);

  it.each([
    [["src/berth.ts"], ["4 moors a boat of any length", "5 keeps the number it was given", "8 lets a boat go when it is paid for"]],
    [["jvm/src/main/java/Tide.java"], ["3 should turn twice a day"]],
    // A test of two files speaks for both together and for neither alone.
    [["src/rope.ts", "src/knots.ts"], ["3 has a rope and a knot"]],
    [["src/rope.ts"], []],
    [["src/boat.ts", "src/crew.ts"], []],
    [["src/tide/index.ts"], []],
    [[], []],
  ])("of %j are the telling titles of their test", async (paths, expected) => {
    expect(await titlesOf(paths)).toEqual(expected);
  }); // prettier-ignore

  it("is told as far as it is wanted", async () => {
    expect(await titlesOf(["src/berth.ts"], 1)).toEqual(["4 moors a boat of any length"]);
  });
});

it("puts what the product stores and serves before what every program has, however often that is used", async () => {
  const users = (name: string, path: string) =>
    Object.fromEntries(
      ["a", "b", "c", "d"].map((folder) => [
        `src/${folder}/${name}.ts`,
        `import { ${name} } from "../${path}";\nexport const ${folder}${name} = ${name};\n`,
      ]),
    );
  const mixed = await indexFiles("mixed", [
    {
      message: "Begin",
      files: {
        "README.md": "# Ferry\n\nA Sailing leaves a harbour.\n",
        "db/schema.sql":
          "CREATE TABLE sailings (id int primary key);\nCREATE TABLE tickets (id int, sailing_id int references sailings (id));\n",
        "src/core/sailing.ts": "export class Sailing {}\n",
        "src/core/request-builder.ts": "export class RequestBuilder {\n  with() {}\n  build() {}\n  get() {}\n}\n",
        "src/core/mirror.ts": "export interface Sailing {\n  id: string;\n}\n",
        ...users("RequestBuilder", "core/request-builder.ts"),
        "src/a/one.ts": 'import { Sailing } from "../core/sailing.ts";\nexport const one = Sailing;\n',
        "src/b/two.ts": 'import { Sailing } from "../core/sailing.ts";\nexport const two = Sailing;\n',
      },
    },
  ]);
  const names = rankSymbols(openScope(mixed, "/")).map(({ symbol, path }) => `${symbol.name} ${path}`);
  await mixed.remove();
  expect(names[0]).toBe("Sailing src/core/sailing.ts");
  expect(names.indexOf("Sailing src/core/mirror.ts")).toBeGreaterThan(0);
});

it.each([
  ["Playlists", "playlist"], ["playlist_folders", "playlistfolder"], ["Hexpm.Accounts.Keys", "key"], ["categories", "category"],
  ["address", "address"], ["boxes", "box"], ["status", "status"],
])("the word of %s is %s", (name, word) => {
  expect(wordOf(name)).toBe(word);
}); // prettier-ignore
