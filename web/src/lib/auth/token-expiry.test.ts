import { expect, it } from "vitest";

import { parseTokenExpiry, refreshDelayMs } from "./token-expiry.ts";

function tokenWith(claims: object): string {
  return `e30.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.signature`;
}

it("parses the expiry from the exp claim", () => {
  expect(parseTokenExpiry(tokenWith({ exp: 1_800_000_000, name: "Émile ÿ?>" }))).toBe(1_800_000_000_000);
});

it.each(["", "opaque", "a.b.c", tokenWith({ exp: "soon" })])("returns null for %j", (token) => {
  expect(parseTokenExpiry(token)).toBeNull();
});

it("refreshes 60 s before the end, at once if that has passed", () => {
  expect(refreshDelayMs(900_000, 0)).toBe(840_000);
  expect(refreshDelayMs(30_000, 0)).toBe(0);
  expect(refreshDelayMs(Number.MAX_SAFE_INTEGER, 0)).toBe(2_147_483_647);
});
