import { afterAll, beforeAll, expect, it } from "vitest";

import { buildTestGraph, type TestGraph } from "#server/code-index/testing/build-test-graph.ts";

let graph: TestGraph;
beforeAll(async () => {
  graph = await buildTestGraph({
    "package.json": '{ "name": "harbour", "dependencies": { "sailing": "1.0.0" } }\n',
    "src/boat.ts": `export function moor(): void {}
export function anchor(): void {}
export function furl(): void {}
export function reef(): void {}
export function hoist(): void {}
export function bail(): void {}
export function heave(): void {}
`,
    "src/main.ts": `import { moor, bail } from "./boat";
import { furl } from "sailing";
import { reef } from "rigging/sails";
moor();
furl();
reef();
export function go(crew) { crew.hoist(); }
bail();
`,
    "src/legacy.js": "heave();\n",
    "src/Deck.vue": `<template><p>{{ bail() }}</p></template>
<script setup lang="ts">
const deck = 1;
</script>
`,
  });
});
afterAll(() => graph.close());

it.each([
  ["every line that holds the name was followed", "moor", true],
  ["nothing else holds the name", "anchor", true],
  ["the same name comes from a package that the manifest names", "furl", true],
  ["the same name comes from a package that no manifest names", "reef", false],
  ["something of an unknown type has a member of that name", "hoist", false],
  ["a script calls the name without an import", "heave", false],
  ["markup holds the name", "bail", false],
])("where %s, the references of %s are all: %s", async (_where, name, expected) => {
  expect(await graph.isComplete("src/boat.ts", `function |${name}`)).toBe(expected);
});

it("are never all where there was no time", async () => {
  expect(await graph.isComplete("src/boat.ts", "function |moor", -60_000)).toBe(false);
});
