import { expect, it } from "vitest";

import { storable, storableExtract } from "./storable.ts";

it("what PostgreSQL refuses is replaced in every string, and nothing else changes", () => {
  expect(
    storable({ title: "a\u0000b", nested: [{ text: "\ud83d half" }], count: 3, none: null, at: new Date(0) }),
  ).toEqual({
    title: "a\uFFFDb",
    nested: [{ text: "\uFFFD half" }],
    count: 3,
    none: null,
    at: new Date(0),
  });
});

it("whole surrogate pairs stay", () => {
  expect(storable("fog ⛴ 🚢")).toBe("fog ⛴ 🚢");
});

it("extracted text loses its NULs without a trace", () => {
  expect(storableExtract("Twice\u0000 a day\udc00")).toBe("Twice a day\uFFFD");
});
