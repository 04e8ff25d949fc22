import { expect, it } from "vitest";

import type { Question } from "#server/engine/answer-context/answer-event.ts";

import { shortenQuestion } from "./shorten-question.ts";

const question = (text: string, earlier: Question["earlier"] = []): Question => ({
  text,
  earlier,
  lens: "technical",
  selection: null,
  focus: null,
});

it("leaves what people ask as it is", () => {
  const usual = question(`Why does this fail?\n${"at src/delay.ts:3\n".repeat(200)}`, [
    { role: "user", content: "How late is a boat?" },
    { role: "assistant", content: "a".repeat(30_000) },
  ]);
  expect(shortenQuestion(usual)).toEqual(usual);
});

it("keeps the ends of something very long, whole characters only", () => {
  const text = `Why does this fail? ${"😀 at line ".repeat(2_000)} What calls delayMinutes?`;
  const short = shortenQuestion(question(text, [{ role: "user", content: text }]));
  expect(short.text.length).toBeLessThan(4_100);
  expect(short.text).toMatch(/^Why does this fail\?[^]* What calls delayMinutes\?$/);
  expect(short.text.isWellFormed()).toBe(true);
  expect(short.earlier[0]?.content).toBe(short.text);
});

it("cuts words that are no names", () => {
  expect(shortenQuestion(question(`where is ${"aB".repeat(9_000)}.ts`)).text).toHaveLength(209);
});
