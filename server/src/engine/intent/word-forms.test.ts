import { expect, it } from "vitest";

import { formsOf } from "./word-forms.ts";

it.each([
  ["expiry", "expire"],
  ["expiry", "expired"],
  ["badges", "badge"],
  ["notification", "notify"],
  ["stopped", "stop"],
  ["reminders", "remind"],
  ["deletion", "delete"],
])("%s may be said as %s", (word, form) => {
  expect(formsOf(word)).toContain(form);
});

it("takes no short word for another", () => {
  expect(formsOf("tide")).toEqual([]);
  expect(formsOf("used")).toEqual([]);
});
