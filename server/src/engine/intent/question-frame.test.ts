import { expect, test } from "vitest";

import { interpretQuestion } from "./interpret-question.ts";
import { withoutFrame } from "./question-frame.ts";

test.each([
  ["Where in the code is this handled: late boats?", "late boats?"],
  ["Which code has to change to show late boats?", "show late boats?"],
  ["What do I have to change here: late boats?", "late boats?"],
  ["How does the code do this: count late boats?", "count late boats?"],
  ["Where is the class loader?", "class loader?"],
  ["Where is the change log?", "change log?"],
  ["Late boats are not shown", "Late boats are not shown"],
  ["How does it work?", "work?"],
  ["Where is it?", "Where is it?"],
])("%s asks for %s", (text, rest) => expect(withoutFrame(text)).toBe(rest));

test("words that only ask are no subject, words behind them are", () => {
  const words = (text: string) => interpretQuestion(text)[0]?.terms.map(({ word }) => word);
  expect(words("Where in the code is this handled: late boats?")).toEqual(["late", "boats"]);
  expect(words("Where are late boats handled?")).toContain("handled");
});
