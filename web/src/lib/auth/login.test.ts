import { expect, it } from "vitest";

import { safeReturnTo } from "./login.ts";

it.each([
  ["/o/acme?page=2", "/o/acme?page=2"],
  ["//evil.example", "/"],
  ["/\\evil.example", "/"],
  ["https://evil.example", "/"],
  ["", "/"],
])("returns from %j to %j", (asked, opened) => {
  expect(safeReturnTo(asked)).toBe(opened);
});
