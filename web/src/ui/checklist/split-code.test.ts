import { expect, it } from "vitest";

import { splitCode } from "./split-code.ts";

it.each([
  ["plain", "plain"],
  ["`PORT` is read", "[PORT] is read"],
  ["the value of `a` and `b`", "the value of [a] and [b]"],
  ["``a ` b``", "[a ` b]"],
  ["one ` alone", "one ` alone"],
  ["`` two", "`` two"],
  ["``", "``"],
  ["", ""],
])("finds the code of %j", (line, expected) => {
  const shown = splitCode(line).map(({ text, isCode }) => (isCode ? `[${text}]` : text));
  expect(shown.join("")).toBe(expected);
});
