import { expect, it } from "vitest";

import { saysNothingNear } from "./says-nothing-near.ts";

const near = (path: string, name = "moor", fileKind = "source") => ({ path, name, fileKind });

it.each([
  ["packages/tables/seed.js", "moor", "source"],
  ["db/seeds/boats.rb", "moor", "source"],
  ["web/themes/base.css", ".moor", "source"],
  ["vendor/ropes/knot.go", "moor", "vendored"],
  ["pages/harbour.tsx", "Page", "source"],
])("names no %s (%s) as near", (path, name, fileKind) => {
  expect(saysNothingNear(near(path, name, fileKind), "Can a boat be moored?")).toBe(true);
});

it.each([
  ["packages/tables/seed.js", "moor", "How is the sample data for trying out made?"],
  ["web/themes/base.css", ".moor", "Where are the colours of the theme?"],
  ["src/seedling.ts", "moor", "Can a boat be moored?"],
  ["pages/harbour.tsx", "Page", "What does Page show?"],
])("names %s (%s) where %s asks for it", (path, name, text) => {
  expect(saysNothingNear(near(path, name), text)).toBe(false);
});
