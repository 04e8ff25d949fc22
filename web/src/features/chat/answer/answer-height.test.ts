import { expect, it } from "vitest";

import { answerHeightPx } from "./answer-height.ts";

it("grows with the lines of a text, however they are broken", () => {
  const oneLine = answerHeightPx("A sign.");
  const fourLines = answerHeightPx("word ".repeat(64));
  expect(answerHeightPx("")).toBeLessThan(oneLine);
  expect(fourLines - oneLine).toBe(answerHeightPx("1\n2\n3\n4") - oneLine);
  expect(answerHeightPx("a\n\nb")).toBeLessThan(answerHeightPx("a\nb\nc"));
});
