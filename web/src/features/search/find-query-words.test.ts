import { expect, it } from "vitest";

import { findQueryWords } from "./find-query-words.ts";

it("finds the words of a query case-insensitively, without very short ones", () => {
  const text = "function delayOf(Delay)";
  expect(findQueryWords(text, "a DELAY of?").map(([from, to]) => text.slice(from, to))).toEqual(["delay", "Delay"]);
});

it("ignores stop words unless the query has nothing else", () => {
  const marked = (question: string) =>
    findQueryWords("they say when the delay ends", question).map(([from, to]) => `${from}-${to}`);
  expect(marked("when does the delay end")).toEqual(["18-23", "24-27"]);
  expect(marked("the")).toEqual(["0-3", "14-17"]);
});
