import { expect, it } from "vitest";

import { plainPattern } from "./plain-pattern.ts";

it.each([
  ["^boats/(?P<id>\\d+)/$", "boats/{id}/"],
  ["^logs/(?P<day>(?:\\d{4})-[()\\]]+)\\.csv$", "logs/{day}.csv"],
  ["share/(?P<slug>\\w+)/?$", "share/{slug}/"],
  ["(\\d+)/all", "(\\d+)/all"],
  ["(?P<open>[a", "{open}"],
  ["", ""],
])("reads %s as a path", (pattern, path) => {
  expect(plainPattern(pattern)).toBe(path);
});
