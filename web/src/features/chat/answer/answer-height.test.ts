import { expect, it } from "vitest";

import { estimateAnswerHeightPx } from "./answer-height.ts";

it("grows with wrapped lines as with line breaks", () => {
  const oneLine = estimateAnswerHeightPx("A sign.");
  const fourLines = estimateAnswerHeightPx("word ".repeat(64));
  expect(estimateAnswerHeightPx("")).toBeLessThan(oneLine);
  expect(fourLines - oneLine).toBe(estimateAnswerHeightPx("1\n2\n3\n4") - oneLine);
  expect(estimateAnswerHeightPx("a\n\nb")).toBeLessThan(estimateAnswerHeightPx("a\nb\nc"));
});
