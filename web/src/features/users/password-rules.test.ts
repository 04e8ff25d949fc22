import { expect, it } from "vitest";

import { passwordRules } from "./password-rules.ts";

it.each([
  ["", [false, false, false]],
  ["short", [false, false, false]],
  ["longenough", [true, false, false]],
  ["1", [false, true, false]],
  ["É", [false, false, true]],
  ["Nanosecond1", [true, true, true]],
])("%j meets length, number, uppercase: %j", (password, met) => {
  expect(passwordRules(password).map(({ isMet }) => isMet)).toEqual(met);
});
