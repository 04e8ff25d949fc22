import { afterEach, expect, it } from "vitest";

import { openScope } from "#server/engine/facts/scope/open-scope.ts";
import { indexFiles, type IndexedFiles } from "#server/engine/pages/testing/index-files.ts";

import { layerItems } from "./layer-items.ts";

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
  return layerItems(openScope(indexed, "/")).map(({ text }) => text);
}

it("tells what builds on what from the outside in, what imports each other once, and leaves chance and tools out", async () => {
  const told = await layersOf({
    ...folderOf("pilots", ["berths", "tides"]),
    ...folderOf("berths", ["tides", "ropes"]),
    ...folderOf("tides", []),
    ...folderOf("ropes", ["berths"]),
    ...folderOf("tools", ["tides", "berths"]),
    "src/tides/odd.ts": `import { tide1 } from "../ropes/part1.ts";\nvoid tide1;\n`,
  });
  expect(told).toEqual([
    "`src/pilots` imports `src/berths` and `src/tides`.",
    "`src/berths` imports `src/tides`; it and `src/ropes` import each other.",
  ]);
});

it("says that a list is not all that is imported where something is left out", async () => {
  const told = await layersOf({
    ...folderOf("pilots", ["berths", "tides"]),
    ...folderOf("berths", ["tides"]),
    ...folderOf("tides", []),
    ...folderOf("ropes", ["tides"]),
    "src/pilots/odd.ts": `import { tide1 } from "../ropes/part1.ts";\nvoid tide1;\n`,
  });
  expect(told).toContain("`src/pilots` imports above all `src/berths` and `src/tides`.");
  expect(told).toContain("`src/berths` imports `src/tides`.");
});

it("says nothing where a few folders hold it all", async () => {
  expect(await layersOf({ ...folderOf("pilots", ["tides"]), ...folderOf("tides", []) })).toEqual([]);
});
