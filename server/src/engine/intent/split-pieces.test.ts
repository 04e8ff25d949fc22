import { expect, it } from "vitest";

import { splitPieces } from "./split-pieces.ts";

it.each([
  ["add a section and remove section 2", ["add a section", "remove section 2"]],
  ["ADD x AND REMOVE y", ["ADD x", "REMOVE y"]],
  ["add tests, move it up; rename it to X.\nPublish it", ["add tests", "move it up", "rename it to X.", "Publish it"]],
  ["move section 2 up then please rename it to X", ["move section 2 up", "rename it to X"]],
  ["Add it. Also mention retries! Thanks", ["Add it.", "Also mention retries!", "Thanks"]],
  ["add retries and also cover timeouts", ["add retries", "also cover timeouts"]],
])("orders of one message: %j", (text, pieces) => {
  expect(splitPieces(text)).toEqual(pieces);
});

it.each([
  'rename it to "Add and remove users. Then move them"',
  "add “One. Two and remove three”",
  'add "not closed and remove b',
  "Instead of staff, say crew",
  "add a section about addition and removal",
  "write about v1.2 and v2.0",
  "how are words added, removed",
])("one order stays whole: %s", (text) => {
  expect(splitPieces(text)).toEqual([text]);
});

it("quotation marks guard only what stands between them", () => {
  expect(splitPieces('rename "A and add B" to "C" and add D')).toEqual(['rename "A and add B" to "C"', "add D"]);
  expect(splitPieces("say “x” and remove “y, add z”")).toEqual(["say “x”", "remove “y, add z”"]);
});

it("other orders begin with other verbs", () => {
  expect(splitPieces("shorten it and undo that", "(?:shorten|undo)")).toEqual(["shorten it", "undo that"]);
  expect(splitPieces("shorten it and undo that")).toEqual(["shorten it and undo that"]);
});

it.each(["", " \n ", "...", "—"])("no order stands in %j", (text) => {
  expect(splitPieces(text)).toEqual([]);
});
