import { expect, it } from "vitest";

import { plainName } from "./plain-name.ts";

it.each([
  ["Tides and boats", "Tides and boats"],
  ["  Tides\r\n\tand\u2028boats ", "Tides and boats"],
  ["a\u0000b\u202ec\u200bd\u{e0041}e", "a b c d e"],
  ["\ud800", ""],
  ["Über 船 🚢", "Über 船 🚢"],
])("makes one plain line of %j", (text, expected) => {
  expect(plainName(text, 50)).toBe(expected);
});

it("cuts what is too long, never through a character", () => {
  expect(plainName("🚢".repeat(10), 4)).toMatch(/^🚢.?…$/u);
  expect(plainName("x".repeat(10), 4)).toBe("xxx…");
});
