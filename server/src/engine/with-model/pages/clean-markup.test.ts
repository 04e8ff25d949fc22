import { expect, it } from "vitest";

import { startCpuClock } from "#server/testing/cpu-clock.ts";

import { cleanMarkup } from "./clean-markup.ts";

const clean = (line: string) => cleanMarkup(line, (address) => address === "https://known.test/a");

it.each([
  ["a <b>c</b> <img src=x onerror=alert(1)> d", "a c  d"],
  ["a <!-- b --> c <script", "a  c "],
  ["![x](https://evil.test/x.png)", "x"],
  ["[![x](https://evil.test/x.png)](https://evil.test)", "x"],
  ["[a](javascript:alert(1)) [b](data:text/html,x) [c](//evil.test) [d](/local)", "a b c d"],
  ["[a](https://known.test/a) [b](https://evil.test)", "[a](https://known.test/a) b"],
  ["[@Ada](cairn:person/1) [p](cairn:page/2) [f](cairn:file/3/a.ts#L1-L2) [x](cairn:evil/1)", "[@Ada](cairn:person/1) [p](cairn:page/2) [f](cairn:file/3/a.ts#L1-L2) x"],
  ["<https://evil.test> and www.evil.test/q and https://known.test/a", "`https://evil.test` and `www.evil.test/q` and https://known.test/a"],
  ["[ref]: https://evil.test", ""],
  ["see [a][ref] and [1][2]", "see a and [1][2]"],
  ["`<b>` and `![x](y)` stay", "`<b>` and `![x](y)` stay"],
  ["a < b and c > d", "a < b and c > d"],
])("%j", (line, expected) => {
  expect(clean(line)).toBe(expected);
}); // prettier-ignore

it.each(["[", "![", "[a](", "<a", "`", "<!--", "https://", "((", "[a]["])("hostile lines of %j are cleaned in no time", (piece) => {
  const workedMs = startCpuClock();
  clean(piece.repeat(Math.floor(24_000 / piece.length)));
  expect(workedMs()).toBeLessThan(1_500);
}); // prettier-ignore
