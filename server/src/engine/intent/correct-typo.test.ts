import { expect, it } from "vitest";

import { correctTypo } from "./correct-typo.ts";

it.each([
  ["wher is the cookie set", "where is the cookie set"],
  ["hwo does streaming work", "how does streaming work"],
  ["Whcih settings exist?", "which settings exist?"],
  ["there is a fault in the harbour", "there is a fault in the harbour"],
  ["Show the tide", "Show the tide"],
  ["Work begins when the tide turns", "Work begins when the tide turns"],
])("reads %s", (text, meant) => {
  expect(correctTypo(text)).toBe(meant);
});
