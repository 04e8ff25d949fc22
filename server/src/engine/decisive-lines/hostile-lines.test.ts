import { expect, it } from "vitest";

import type { AnswerContext, FileRef } from "#server/engine/answer-context/answer-context.ts";
import { startCpuClock } from "#server/testing/cpu-clock.ts";

import { amountOfLine } from "./amount-words.ts";
import { readDecisiveLines } from "./read-decisive-lines.ts";

/** A line may have so many characters, and no more are read as people's. */
const length = 400;
const lineCount = 1000;
/** What takes the blanks or the quotation marks of a line two ways takes minutes here. */
const boundMs = 1500;

const run = (unit: string, most = length - 20) => unit.repeat(Math.floor(most / unit.length));

const slowLines = [
  `({abc:${run(" ")}(1)`,
  `abc${run(" ", 190)}:${run(" ", 180)}x1`,
  `abc: ${run("a ")}1`,
  `${run("[", 130)}${run('"', 130)}${run(",", 120)}1`,
  `${run('["', 250)}${run(",", 130)}1`,
  `timedelta(${run(" ", 360)}1`,
  `max_length=${run(" ", 360)}x1`,
  `max = 1${run(" ")})x`,
  `${run("1*", 380)}xtime.Second`,
  `${run("1")}xtime.Second`,
  run("time.Second 1 * 1"),
  `"1${run(" ")}x`,
  run("account == 1 "),
  run("account=="),
  run("aB1="),
  run("a1: "),
  run("throw new a("),
  run("return errors.New("),
  `raise a(${run("'1")}`,
  run("abort(401,"),
  run("in ('1"),
];

it.each(slowLines)("%s takes no more time than another line", (line) => {
  expect(line.length).toBeLessThanOrEqual(length);
  const workedMs = startCpuClock();
  for (let at = 0; at < lineCount; at += 1) amountOfLine(line);
  expect(workedMs()).toBeLessThan(boundMs);
});

it.each(slowLines)("a file of %s is read in short goes", async (line) => {
  const lines = Array.from({ length: lineCount }, () => line);
  let rests = 0;
  const index = {};
  const context = { lines: async () => lines, facts: () => null, yieldToEventLoop: async () => void (rests += 1) };
  const file = { codebase: { index }, path: "a.ts" };
  const workedMs = startCpuClock();
  await readDecisiveLines(context as unknown as AnswerContext, file as unknown as FileRef);
  expect(workedMs()).toBeLessThan(boundMs);
  expect(rests).toBeGreaterThan(lineCount / 100);
});
