import { expect, it } from "vitest";

import { findWords } from "./find-words.ts";

it("finds the words of a question in any case, not the shortest", () => {
  const text = "function delayOf(Delay)";
  expect(findWords(text, "a DELAY of?").map(([from, to]) => text.slice(from, to))).toEqual(["delay", "Delay"]);
});
