import { expect, it } from "vitest";

import { startCpuClock } from "#server/testing/cpu-clock.ts";

import { earlyEnds } from "./early-ends.ts";

it("knows what leaves before a line, however it is blanked", () => {
  const lines = ["work:", "  if   off  {", "    return", "  }", "  return   if   closed  ", "  begin()"];
  expect(earlyEnds(lines, 6, 1).map(({ kind, text, line }) => [kind, text, line])).toEqual([
    ["unless", "off", 2],
    ["unless", "closed", 5],
  ]);
});

it.each(["  if", "  return if", "  if ("])("of hostile code takes no longer: %s", (opening) => {
  const lines = Array.from({ length: 12 }, () => `${opening}${" ".repeat(220)}x`.padEnd(398, "x y"));
  const workedMs = startCpuClock();
  earlyEnds([...lines, "  begin()"], lines.length + 1, 1);
  expect(workedMs()).toBeLessThan(500);
});
