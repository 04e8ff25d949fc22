import { expect, it } from "vitest";

import { isPraise, withoutPraise } from "./praise.ts";

it("leaves out sentences that only praise, and no others", () => {
  expect(withoutPraise("It is lightweight, easy to work with, powerful, and customizable.")).toBe("");
  expect(withoutPraise("Keeps tide tables. It is blazing fast and beautiful.")).toBe("Keeps tide tables.");
  expect(withoutPraise("Boats is a fast HTTP server for tide tables.")).toBe(
    "Boats is a fast HTTP server for tide tables.",
  );
});

it.each([
  "It is a lightweight feed reader.",
  "It is fast, with answers in under 5 ms.",
  "Simple and powerful thanks to `tides`.",
  "It supports custom tags.",
])("takes %j for a fact", (text) => {
  expect(isPraise(text)).toBe(false);
});
