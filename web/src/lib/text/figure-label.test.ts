import { expect, it } from "vitest";

import { labelOf } from "./figure-label.ts";

it.each([
  ["Services", 1, "Service"],
  ["Services", 0, "Services"],
  ["Open tasks", 1, "Open task"],
  ["Files", 2, "Files"],
])("names %s of which there are %d", (label, value, expected) => {
  expect(labelOf({ label, value })).toBe(expected);
});
