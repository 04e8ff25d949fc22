import { expect, it } from "vitest";

import { getInitials } from "./initials.ts";

it.each([
  ["Ada Okafor", "AO"],
  ["ada", "A"],
  ["Ada Maria Okafor", "AM"],
  ["  ", ""],
  ["Émile Zola", "ÉZ"],
])("initials of %j are %j", (name, expected) => {
  expect(getInitials(name)).toBe(expected);
});
