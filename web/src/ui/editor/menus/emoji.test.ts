import { expect, test } from "vitest";

import { findEmoji, loadEmoji } from "./emoji.ts";

const all = await loadEmoji();
const found = (query: string, recent: string[] = []) => findEmoji(all, query, recent).map(({ character }) => character);

test("finds by name, by the start of a name, and by a word", () => {
  expect(found("tada")[0]).toBe("🎉");
  expect(found("rock").slice(0, 5)).toContain("🚀");
  expect(found("thumbs_up")[0]).toBe("👍️");
  expect(found("zzzzz")).toEqual([]);
});

test("offers no more than 100, those used lately first", () => {
  expect(found("", ["🚀", "🎉"]).slice(0, 2)).toEqual(["🚀", "🎉"]);
  expect(found("")).toHaveLength(100);
  expect(found("tada", ["🚀"])[0]).toBe("🎉");
});
