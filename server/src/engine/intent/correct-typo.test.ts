import { expect, it } from "vitest";

import { correctTypo } from "./correct-typo.ts";

it.each([
  ["wher is the cookie set", "where is the cookie set"],
  ["hwo does streaming work", "how does streaming work"],
  ["Whcih settings exist?", "which settings exist?"],
  ["   wher is it", "   where is it"],
  ["WEHRE is it", "where is it"],
  ["whyy does it fail", "why does it fail"],
  ["hows it done", "how it done"],
  ["desribe it", "describe it"],
  ["shwo me the board", "show me the board"],
  ["lsit all", "list all"],
  ["doe it run", "does it run"],
  ["there is a fault in the harbour", "there is a fault in the harbour"],
  ["Show the tide", "Show the tide"],
  ["Work begins when the tide turns", "Work begins when the tide turns"],
  ["Docs for retries", "Docs for retries"],
  ["lint errors", "lint errors"],
  ["shop orders", "shop orders"],
  ["way to run it", "way to run it"],
  ["hw is it", "hw is it"],
  ["12 wher", "12 wher"],
  ["tset", "tset"],
  ["", ""],
])("reads %s", (text, meant) => {
  expect(correctTypo(text)).toBe(meant);
});
