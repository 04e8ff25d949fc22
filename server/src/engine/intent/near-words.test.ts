import { afterAll, beforeAll, expect, it } from "vitest";

import { indexFiles, type IndexedFiles } from "#server/engine/pages/testing/index-files.ts";

import { distanceOf, nearestWord } from "./near-words.ts";

let quay: IndexedFiles;
beforeAll(async () => {
  const files = { "src/moorings/berth-planner.ts": "export const berths = 3;\n", "src/permissive.ts": "export {};\n" };
  quay = await indexFiles("quay", [{ message: "Begin", files }]);
});
afterAll(() => quay.remove());

it.each([
  ["abc", "abc", 2, 0],
  ["abc", "ab", 1, 1],
  ["ab", "abc", 1, 1],
  ["abc", "abd", 1, 1],
  ["abc", "acb", 1, 1],
  ["abcd", "badc", 2, 2],
  ["kitten", "sitting", 3, 3],
  ["", "ab", 2, 2],
  ["ab", "", 2, 2],
  ["abc", "xyz", 2, Infinity],
])("%s is from %s, counted up to %d, %d away", (one, other, most, distance) => {
  expect(distanceOf(one, other, most)).toBe(distance);
});

it.each([
  ["permision", "permission"],
  ["athentication", "authentication"],
  ["conection", "connection"],
  ["pasword", "password"],
  ["delya", "delay"],
  ["tokne", "token"],
  ["authentcaton", "authentication"],
  ["retry", null],
  ["boat", null],
  ["zzzzzzz", null],
  ["", null],
])("an everyday word that is meant by %s: %s", (word, meant) => {
  expect(nearestWord(word, [])).toBe(meant);
});

it("words of paths may be meant too, and only in the code that has them", () => {
  const read = (word: string) => [nearestWord(word, []), nearestWord(word, [quay.index])];
  expect(read("mooringz")).toEqual([null, "moorings"]);
  expect(read("plannre")).toEqual([null, "planner"]);
  expect(read("permissiv")).toEqual(["permission", "permissive"]);
});

it("a word is not bent so far that another is meant", () => {
  expect(nearestWord("berht", [quay.index])).toBe("berth");
  expect(nearestWord("birch", [quay.index])).toBeNull();
  expect(nearestWord("xoorings", [quay.index])).toBeNull();
  expect(nearestWord("bert", [quay.index])).toBeNull();
});
