import { expect, it } from "vitest";

import { findTaskQuery } from "./find-task-query.ts";

it.each([
  ["@|", 0, ""],
  ["Is @FB-9| done", 3, "FB-9"],
  ["(@tide|", 1, "tide"],
  ["one\n@t|", 4, "t"],
  ["ada@harbour|", null, null],
  ["@FB-9 |", null, null],
  ["a@|", null, null],
  ["|@", null, null],
])("in %j", (typed, from, query) => {
  const caret = typed.indexOf("|");
  expect(findTaskQuery(typed.replace("|", ""), caret)).toEqual(query === null ? null : { from, query });
});

it("takes nothing longer than a name or a word for a mention", () => {
  const text = `@${"x".repeat(60)}`;
  expect(findTaskQuery(text, text.length)).toBeNull();
});
