import { expect, it } from "vitest";

import { startCpuClock } from "#server/testing/cpu-clock.ts";

import { interpretQuestion } from "./interpret-question.ts";

it.each([
  ["How are delays computed?", "explain", ["delays", "computed"]],
  ["Where is the retry limit?", "where", ["retry", "limit"]],
  ["Who calls parseClock?", "uses", ["parse", "clock"]],
  ["Which libraries are used?", "dependencies", []],
  ["What endpoints does the API have?", "endpoints", []],
  ["How do I run it locally?", "run", []],
  ["What environment variables exist?", "configuration", []],
  ["What does this project do?", "overview", []],
  ["Give me an overview", "overview", []],
  ["Who wrote the importer?", "history", ["importer"]],
  ["What tables are there?", "data", []],
  ["How is the importer tested?", "tests", ["importer"]],
  ["Why are old boats hidden?", "explain", ["old", "boats", "hidden"]],
])("%s asks to %s", (text, kind, words) => {
  const [part] = interpretQuestion(text);
  expect(part?.kind).toBe(kind);
  expect(part?.terms.map(({ word }) => word)).toEqual(words);
});

it.each([
  ["What does `board.row()` do?", ["board.row"]],
  ["explain src/api/board.ts please", ["src/api/board.ts"]],
  ["what is MAX_DELAY", ["MAX_DELAY"]],
  ["does toDeparture() sort?", ["toDeparture"]],
  ["How does it sort?", []],
])("finds the names in: %s", (text, names) => {
  expect(interpretQuestion(text)[0]?.names).toEqual(names);
});

it("takes a message apart, and gives a later part the subject of the one before", () => {
  const parts = interpretQuestion("How does the importer work, and where is it tested?");
  expect(parts.map(({ kind }) => kind)).toEqual(["explain", "tests"]);
  expect(parts[1]?.terms.map(({ word }) => word)).toEqual(["importer"]);
});

it("looks back for a subject, but only when the question points back", () => {
  const earlier = ["How does the importer work?", "And why?"];
  expect(interpretQuestion("Where is it?", earlier)[0]?.terms.map(({ word }) => word)).toEqual(["importer"]);
  expect(interpretQuestion("What does this project do?", earlier)[0]?.terms).toEqual([]);
});

it("reads hostile text in no time", () => {
  const workedMs = startCpuClock();
  for (const text of [
    "what ".repeat(4_000),
    "a/".repeat(10_000),
    "?".repeat(20_000),
    "`".repeat(20_000),
    "which \n".repeat(3_000),
  ]) {
    interpretQuestion(text.slice(0, 20_000));
  }
  expect(workedMs()).toBeLessThan(5_000);
});
