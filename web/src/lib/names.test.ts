import { expect, it } from "vitest";

import { initials } from "./names.ts";

it.each([
  ["Ada Okafor", "AO"],
  ["ada", "A"],
  ["Ada Maria Okafor", "AM"],
  ["  ", ""],
  ["Émile Zola", "ÉZ"],
])("initials of %j are %j", (name, expected) => {
  expect(initials(name)).toBe(expected);
});
