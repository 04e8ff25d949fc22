import { expect, it } from "vitest";

import { fillLayers } from "./layers.ts";
import type { Pair } from "./layers.ts";

const pair = (text: string): Pair => {
  const [sourceId = "", targetId = ""] = text.split(">");
  return { sourceId, targetId };
};
const layersOf = (ids: string, pairs: string, width: number) => {
  const { layerOf } = fillLayers(ids.split(" "), pairs.split(" ").map(pair), width);
  return Object.fromEntries(layerOf);
};

it("puts what is used below all that use it", () => {
  expect(layersOf("db api web", "web>api api>db web>db", 4)).toEqual({ web: 0, api: 1, db: 2 });
});

it("goes on in the next layer where one is full, with what nothing stands upon", () => {
  const layers = layersOf("web a b c db", "web>a web>b web>c c>db", 2);
  expect(layers).toMatchObject({ web: 0, c: 1 });
  expect(new Set([layers.a, layers.b])).toEqual(new Set([1, 2]));
  expect(layers.db).toBe(2);
});

it("copes with circles: what is reached first stands above, and no line stays in its layer", () => {
  const ids = ["web", "a", "b", "c"];
  const { layerOf, downward } = fillLayers(ids, ["web>a", "a>b", "b>c", "c>a", "b>b"].map(pair), 9);
  expect(Object.fromEntries(layerOf)).toEqual({ web: 0, a: 1, b: 2, c: 3 });
  expect(downward.every(({ sourceId, targetId }) => layerOf.get(sourceId)! < layerOf.get(targetId)!)).toBe(true);
});
