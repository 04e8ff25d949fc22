import { afterEach, expect, it } from "vitest";

import { openScope } from "#server/engine/facts/scope/open-scope.ts";
import { indexFiles, type IndexedFiles } from "#server/engine/pages/testing/index-files.ts";

import { drawLayers } from "./draw-layers.ts";

let indexed: IndexedFiles | null = null;
afterEach(async () => {
  await indexed?.remove();
  indexed = null;
});

const filler = Array.from({ length: 60 }, (_, at) => `export const tide${at} = ${at};`).join("\n");
/** A folder of files, each of which imports one file of every named folder. */
function folderOf(name: string, imports: readonly string[], count = 4): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      `src/${name}/part${at}.ts`,
      `${imports.map((to) => `import { tide${at} as ${to}${at} } from "../${to}/part${at}.ts";\nvoid ${to}${at};`).join("\n")}\n${filler}\n`,
    ]),
  );
}

async function layersOf(files: Record<string, string>): Promise<string[]> {
  indexed = await indexFiles("quay", [
    { message: "Begin", files: { "package.json": '{ "name": "quay" }\n', ...files } },
  ]);
  const { head = [], lines = [] } = drawLayers(openScope(indexed, "/"), "quay") ?? {};
  const names = new Map(
    lines.flatMap(({ text }) => [/^ {2}(n\d+)\["(.*)"\]$/.exec(text)?.slice(1, 3) ?? []]) as [string, string][],
  );
  const arrows = lines.flatMap(({ text, evidence }) => {
    const [, from = "", arrow = "", to = ""] = /^ {2}(n\d+) (<?-->) (n\d+)$/.exec(text) ?? [];
    return arrow === "" ? [] : [`${names.get(from)} ${arrow} ${names.get(to)} by ${evidence.length}`];
  });
  return [...head.slice(2), ...arrows.toSorted()];
}

it("draws what builds on what what imports each other once, and leaves chance and tools out", async () => {
  const told = await layersOf({
    ...folderOf("pilots", ["berths", "tides"]),
    ...folderOf("berths", ["tides", "ropes"]),
    ...folderOf("tides", []),
    ...folderOf("ropes", ["berths"]),
    ...folderOf("tools", ["tides", "berths"]),
    "src/tides/odd.ts": `import { tide1 } from "../ropes/part1.ts";\nvoid tide1;\n`,
  });
  expect(told).toEqual([
    "  accDescr: 4 folders, an arrow from each to what it imports at least 3 times",
    "src/berths --> src/tides by 1",
    "src/berths <--> src/ropes by 2",
    "src/pilots --> src/berths by 1",
    "src/pilots --> src/tides by 1",
  ]);
});

it("says that a picture does not show all where it is cut", async () => {
  const names = ["one", "two", "three", "four", "five", "six", "seven"];
  const told = await layersOf(
    Object.assign({}, ...names.map((name, at) => folderOf(name, names.slice(at + 1)))) as Record<string, string>,
  );
  expect(told[0]).toBe("  accDescr: 7 folders, an arrow from each to what it imports at least 3 times, 20 of 21");
  expect(told).toHaveLength(21);
});

it("says nothing where a few folders hold it all", async () => {
  expect(await layersOf({ ...folderOf("pilots", ["tides"]), ...folderOf("tides", []) })).toEqual([]);
});
