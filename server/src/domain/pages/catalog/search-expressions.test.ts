import { expect, it } from "vitest";

import { toSearchExpressions } from "./search-expressions.ts";

it.each([
  ["departures", ["departures:*"]],
  ["Late boats", ["late:* & boats:*", "late:* | boats:*"]],
  ["a & !b:* | (c", ["a:* & b:* & c:*", "a:* | b:* | c:*"]],
  ["' ; --", []],
  ["größe 日本", ["größe:* & 日本:*", "größe:* | 日本:*"]],
])("asks for %j", (text, expected) => {
  expect(toSearchExpressions(text)).toEqual(expected);
});
