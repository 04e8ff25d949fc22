import { expect, it } from "vitest";

import { chooseTaskKey } from "./choose-task-key.ts";

it.each([
  ["Ferry Board", "FB"],
  ["ferry-board", "FB"],
  ["FerryBoard", "FB"],
  ["Cairn", "CAI"],
  ["Go", "GO"],
  ["Über Fähre", "UF"],
  ["The very long name of a product", "TVLN"],
  ["3D Viewer 2", "DV"],
  ["X", "TASK"],
  ["渡し船", "TASK"],
])("%s begins its tasks with %s", (name, key) => {
  expect(chooseTaskKey(name, new Set())).toBe(key);
});

it("puts a number behind what others have", () => {
  expect(chooseTaskKey("Ferry Board", new Set(["FB", "FB2", "CR"]))).toBe("FB3");
});
