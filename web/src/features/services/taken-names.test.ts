import { expect, it } from "vitest";

import { placeOf, takenNameText } from "./taken-names.ts";

const others = [
  { name: "Registry", place: "shop/registry" },
  { name: "gateway", place: null },
];

it("says of whom a name is taken, without regard to case and blanks, and nothing of one that is free or missing", () => {
  expect(takenNameText(" registry ", others)).toMatch(/^Name is taken by shop\/registry\./);
  expect(takenNameText("gateway", others)).toMatch(/^Name is taken by another service\./);
  expect(takenNameText("config", others)).toBeUndefined();
  expect(takenNameText("", [{ name: "", place: null }])).toBeUndefined();
});

it("names a folder with its repository, and a whole repository by its name", () => {
  expect([placeOf("shop", "/apps/web"), placeOf("shop", "/")]).toEqual(["shop/apps/web", "shop"]);
});
