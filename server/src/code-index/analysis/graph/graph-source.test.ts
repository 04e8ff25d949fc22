import { setImmediate } from "node:timers/promises";

import { expect, it } from "vitest";

import { buildTestGraph } from "#server/code-index/testing/build-test-graph.ts";

import { GraphSource } from "./graph-source.ts";

it("makes whoever asks for a file that is being read wait, rather than take it for one without code", async () => {
  const graph = await buildTestGraph({ "late.ts": `export function depart${process.pid}() {}\n` });
  const text = Promise.withResolvers<void>();
  const source = new GraphSource(graph.index, {
    readLines: async (path) => await graph.reader.readLines(path).finally(() => text.resolve()),
  });
  const first = source.load(["late.ts"]);
  await text.promise;
  await setImmediate();
  await source.load(["late.ts"]);
  expect(source.graph("late.ts")?.declarations).toHaveLength(1);
  await first;
  graph.close();
});
