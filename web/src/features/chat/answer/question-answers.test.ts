import type { ChatQuestion, QuestionGroup } from "@cairn/contract/chat";
import { describe, expect, it } from "vitest";

import {
  chooseOption,
  toAnswerDrafts,
  emptyAnswer,
  toQuestionsResult,
  selectOwnAnswer,
  writeOwnAnswer,
} from "./question-answers.ts";

const one: ChatQuestion = { questionId: "one", text: "Which?", options: ["a", "b"], isMultiple: false };
const many: ChatQuestion = { questionId: "many", text: "Which of these?", options: ["a", "b", "c"], isMultiple: true };
const free: ChatQuestion = { questionId: "free", text: "What for?", options: [], isMultiple: false };
const group: QuestionGroup = { toolId: "t", questions: [one, many, free] };

describe("one choice", () => {
  it("is the option chosen last", () => {
    const draft = chooseOption(chooseOption(emptyAnswer, one, "a"), one, "b");
    expect(toQuestionsResult(group, { one: draft }).result.answers).toEqual([{ questionId: "one", values: ["b"] }]);
  });

  it("is replaced by own text, which stays when an option is chosen afterwards", () => {
    const written = writeOwnAnswer(chooseOption(emptyAnswer, one, "a"), one, "neither");
    expect(toQuestionsResult(group, { one: written }).result.answers).toEqual([
      { questionId: "one", values: ["neither"] },
    ]);
    const back = chooseOption(written, one, "a");
    expect(toQuestionsResult(group, { one: back }).result.answers).toEqual([{ questionId: "one", values: ["a"] }]);
    expect(selectOwnAnswer(back, one, true)).toEqual({ chosen: [], isOwn: true, own: "neither" });
  });
});

describe("several choices", () => {
  it("keep the order of the options, with own text last, and can be removed", () => {
    const draft = writeOwnAnswer(chooseOption(chooseOption(emptyAnswer, many, "c"), many, "a"), many, " mine ");
    expect(toQuestionsResult(group, { many: draft }).result.answers).toEqual([
      { questionId: "many", values: ["a", "c", "mine"] },
    ]);
    expect(chooseOption(draft, many, "a").chosen).toEqual(["c"]);
  });
});

it("sends only answered questions, and the same as Markdown", () => {
  const drafts = {
    one: chooseOption(emptyAnswer, one, "a"),
    many: writeOwnAnswer(emptyAnswer, many, "  "),
    free: writeOwnAnswer(emptyAnswer, free, "x"),
  };
  const { result, content } = toQuestionsResult(group, drafts);
  expect(result).toEqual({
    toolId: "t",
    answers: [
      { questionId: "one", values: ["a"] },
      { questionId: "free", values: ["x"] },
    ],
  });
  expect(content).toBe("**Which?** a\n\n**What for?** x");
});

it("restores the form from a sent result", () => {
  const drafts = toAnswerDrafts(group, { toolId: "t", answers: [{ questionId: "many", values: ["c", "mine"] }] });
  expect(drafts.many).toEqual({ chosen: ["c"], isOwn: true, own: "mine" });
  expect(drafts.one).toEqual(emptyAnswer);
});
