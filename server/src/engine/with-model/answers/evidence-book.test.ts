import { expect, it } from "vitest";

import type { AnswerEvent, ClarifyingQuestion } from "#server/engine/answer-context/answer-event.ts";
import type { CheckedEvidence } from "#server/engine/evidence/evidence.ts";

import { createAskQuestions } from "./ask-questions.ts";
import { createEvidenceBook } from "./evidence-book.ts";

const lines = (path: string): CheckedEvidence => ({
  repositoryId: "r",
  commit: "c",
  path,
  startLine: 3,
  endLine: 5,
  hash: "h",
});

it("numbers what stands the check, one after the other over all searches, and shows what is cited in the order of citing", async () => {
  const book = createEvidenceBook(async (source) => (source.path === "gone.ts" ? null : source));
  expect(await book.add([lines("a.ts"), lines("gone.ts"), lines("b.ts")])).toEqual([
    "a.ts: [1] lines 3-5",
    "b.ts: [2] lines 3-5",
  ]);
  expect(await book.add([lines("c.ts")])).toEqual(["c.ts: [3] lines 3-5"]);
  const shown: string[] = [];
  const emit = (event: AnswerEvent) => void (event.type === "source" && shown.push(event.source.path));
  expect([3, 1, 3, 2].map((cited) => book.show(cited, emit))).toEqual([1, 2, 1, 3]);
  expect(shown).toEqual(["c.ts", "a.ts", "b.ts"]);
});

it("gives the same lines the same number again, and names a file once", async () => {
  const book = createEvidenceBook(async (source) => source);
  await book.add([lines("a.ts"), lines("b.ts")]);
  const other = { ...lines("b.ts"), startLine: 9, endLine: 9 };
  expect(await book.add([lines("b.ts"), other, lines("b.ts")])).toEqual(["b.ts: [2] lines 3-5, [3] lines 9-9"]);
});

it("shows nothing under a number that was not given out", async () => {
  const book = createEvidenceBook(async (source) => source);
  await book.add([lines("a.ts")]);
  const fail = () => expect.unreachable("nothing may be shown");
  expect([0, -1, 2, 1.5, NaN].map((cited) => book.show(cited, fail))).toEqual([null, null, null, null, null]);
});

/** What a person is asked when the model calls the tool so; what the model is told where it may not. */
async function clarify(input: unknown): Promise<ClarifyingQuestion[] | string> {
  let questions: ClarifyingQuestion[] = [];
  const tool = createAskQuestions((requested) => (questions = requested));
  try {
    await tool.run(input);
  } catch (error) {
    return (error as Error).name;
  }
  return questions;
}

it("a model asks back with numbered questions, each option once", async () => {
  const questions = [
    { text: " Which part? ", options: ["api", "web", " api "], several: true },
    { text: "Since when?", options: [] },
    { text: "Which one?", options: ["a", "b"], several: false },
  ];
  expect(await clarify({ questions })).toEqual([
    { questionId: "1", text: "Which part?", options: ["api", "web"], isMultiple: true },
    { questionId: "2", text: "Since when?", options: [], isMultiple: false },
    { questionId: "3", text: "Which one?", options: ["a", "b"], isMultiple: false },
  ]);
});

it.each([
  ["no question", { questions: [] }],
  ["five questions", { questions: Array.from({ length: 5 }, () => ({ text: "Which one?", options: [] })) }],
  ["seven options", { questions: [{ text: "Which one?", options: "a b c d e f g".split(" ") }] }],
  ["an empty option", { questions: [{ text: "Which one?", options: [" "] }] }],
  ["a question of blanks", { questions: [{ text: "    ", options: [] }] }],
  ["no options at all", { questions: [{ text: "Which one?" }] }],
  ["words", "Which one?"],
])("a model that asks back with %s is refused", async (_, input) => {
  expect(await clarify(input)).toBe("ZodError");
});

it("several may be chosen only where several are left", async () => {
  const questions = [{ text: "Which part?", options: ["api", "api"], several: true }];
  expect(await clarify({ questions })).toMatchObject([{ options: ["api"], isMultiple: false }]);
});
