import { expect, it } from "vitest";

import { dropInvented } from "./drop-invented.ts";

it.each([
  ["Delays are counted [1]. They are sold [99].", "Delays are counted [1]."],
  ["They are sold [99]. Delays are counted [2].", "Delays are counted [2]."],
  ["They are sold. [99] Delays are counted. [2]", "Delays are counted. [2]"],
  ["Both [1][99] stand.", "Both [1][99] stand."],
  ["Only `a.ts` of 3.14 says so [0].", ""],
  ["Nothing is cited here. Nor here!", "Nothing is cited here. Nor here!"],
  ["Nothing is cited here. This is invented [7]. The last word", "Nothing is cited here. The last word"],
  ["`func Dispatch(msgs ...Msg) error` hands them on. [1]", "`func Dispatch(msgs ...Msg) error` hands them on. [1]"],
  ["Up to ...Msg of `a... b` and ..c come [1]. All of them [9].", "Up to ...Msg of `a... b` and ..c come [1]."],
  ["`args[0]` names it.", "`args[0]` names it."],
  ["| a row | stays for its own check [99] |", "| a row | stays for its own check [99] |"],
])("%s", (line, kept) => {
  expect(dropInvented(line, 3)).toBe(kept);
});

it("reads a line without end at once", () => {
  expect(dropInvented(`${"a.".repeat(50_000)} [9]`, 3)).toBe("");
  expect(dropInvented("!?".repeat(50_000), 3)).toHaveLength(100_000);
});
