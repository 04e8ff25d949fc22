import { expect, it } from "vitest";

import { startCpuClock } from "#server/testing/cpu-clock.ts";

import { withoutCourtesy } from "./courtesy.ts";

it.each([
  ["could you please add a section", "add a section"],
  ["  Please, add it ", "add it"],
  ["ok so now please just add it, please", "add it"],
  ["Thanks! Now remove section 2.", "remove section 2."],
  ["could we also drop it pls", "drop it"],
  ["let's rename it", "rename it"],
  ["I'd like you to remove it", "remove it"],
  ["I’d like to add x", "add x"],
  ["we should move it up", "move it up"],
  ["I'd like a section about x", "add a section about x"],
  ["we need another table", "add another table"],
  ["there should be a part about x", "add a part about x"],
  ["have another short section about x", "add another short section about x"],
  ["it also needs some tests", "add some tests"],
  ["Can you add a section about please and thank you?", "add a section about please and thank you?"],
])("%j orders %j", (text, order) => {
  expect(withoutCourtesy(text)).toBe(order);
});

it.each([
  "add a section",
  "instead of staff, say crew",
  "well-known ports are listed",
  "okayish wording",
  "I like the table",
  "we need to",
  "have a look at section 2",
  "please",
  "now",
  "",
])("what is no courtesy stays: %j", (text) => {
  expect(withoutCourtesy(text)).toBe(text);
});

it("endless courtesy is taken away in no time", () => {
  const workedMs = startCpuClock();
  expect(withoutCourtesy(`${"please now ".repeat(500)}add it`)).toBe("add it");
  expect(workedMs()).toBeLessThan(2_000);
});
