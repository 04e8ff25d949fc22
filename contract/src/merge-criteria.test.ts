import { expect, it } from "vitest";

import { mergeCriteria } from "./merge-criteria.ts";
import type { Criterion } from "./tasks.ts";

/** "a" is a criterion, "a!" one that is ticked, "a=x" one that is worded otherwise. */
function list(text: string): Criterion[] {
  return text
    .split(" ")
    .filter(Boolean)
    .map((word) => {
      const [id = "", wording = id] = word.replace("!", "").split("=");
      return { id, text: wording, done: word.includes("!") };
    });
}

const say = (criteria: readonly Criterion[]) =>
  criteria.map(({ id, text, done }) => `${id}${text === id ? "" : `=${text}`}${done ? "!" : ""}`).join(" ");

it.each([
  { name: "both add", base: "a b", mine: "a b mine", theirs: "a b theirs", expected: "a b theirs mine" },
  { name: "both add to an empty list", base: "", mine: "mine", theirs: "theirs", expected: "theirs mine" },
  { name: "one adds and the other removes", base: "a b", mine: "a b c", theirs: "b", expected: "b c" },
  { name: "one adds and the other ticks", base: "a b", mine: "a b c", theirs: "a! b", expected: "a! b c" },
  { name: "one removes and the other ticks", base: "a b", mine: "b", theirs: "a! b", expected: "b" },
  {
    name: "one removes what the other worded anew",
    base: "a b",
    mine: "b",
    theirs: "a=better b",
    expected: "a=better b",
  },
  {
    name: "the other one removes what I worded anew",
    base: "a b",
    mine: "a=better b",
    theirs: "b",
    expected: "a=better b",
  },
  { name: "both remove", base: "a b c", mine: "a c", theirs: "a b", expected: "a" },
  { name: "one moves and the other adds", base: "a b c", mine: "c a b", theirs: "a b c new", expected: "c a b new" },
  {
    name: "one moves and the other adds between",
    base: "a b c",
    mine: "c a b",
    theirs: "a new b c",
    expected: "c a new b",
  },
  { name: "the other one moves and I add", base: "a b c", mine: "a b c mine", theirs: "c b a", expected: "c b a mine" },
  { name: "both word one anew", base: "a", mine: "a=mine", theirs: "a=theirs", expected: "a=mine" },
  { name: "one words and the other ticks it", base: "a", mine: "a=mine", theirs: "a!", expected: "a=mine!" },
  {
    name: "what is on its way already comes again",
    base: "a",
    mine: "a one two",
    theirs: "a one",
    expected: "a one two",
  },
  { name: "nobody else did anything", base: "a b", mine: "b c", theirs: "a b", expected: "b c" },
])("nothing is lost where $name", ({ base, mine, theirs, expected }) => {
  expect(say(mergeCriteria({ base: list(base), mine: list(mine), theirs: list(theirs) }))).toBe(expected);
});
