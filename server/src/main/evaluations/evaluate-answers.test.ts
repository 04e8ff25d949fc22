import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

import { expect, it } from "vitest";

import { createTestRepository } from "#server/testing/git-repository.ts";

import { scoreAnswer } from "./evaluate-answers.ts";
import { evaluate } from "./evaluate.ts";

const gold = [
  { path: "src/tide.ts", contains: "HIGH_WATER = 4" },
  { path: "src/tide.ts", contains: "return height" },
];
const lines = { path: "src/tide.ts", text: "export const HIGH_WATER = 4;" };

it("counts lines that are cited, as far as they are needed", () => {
  const none = { text: "HIGH_WATER = 4 is in src/tide.ts", cited: [] };
  expect(scoreAnswer({ kind: "where", gold, need: 1 }, none)).toEqual({ score: 0, missed: gold });
  expect(scoreAnswer({ kind: "how", gold, need: 2 }, { text: "", cited: [lines] })).toEqual({
    score: 0.5,
    missed: gold.slice(1),
  });
  expect(scoreAnswer({ kind: "where", gold, need: 1 }, { text: "", cited: [lines, lines] }).score).toBe(1);
  const elsewhere = { ...lines, path: "src/other.ts" };
  expect(scoreAnswer({ kind: "where", gold, need: 1 }, { text: "", cited: [elsewhere] }).score).toBe(0);
});

it("takes a commit by its id or its subject", () => {
  const commit = { commit: "0123456789abcdef", subject: "Measure the tide (#7)" };
  const wanted = { kind: "history", gold: [commit], need: 1 };
  expect(scoreAnswer(wanted, { text: "Changed in `01234567`.", cited: [] }).score).toBe(1);
  expect(scoreAnswer(wanted, { text: "Ada: Measure the tide (#7)", cited: [] }).score).toBe(1);
  expect(scoreAnswer(wanted, { text: "Somebody did.", cited: [] }).score).toBe(0);
});

it("wants it said plainly that something is not there, and nothing else explained", () => {
  const unknown = { kind: "unknown", gold: [], need: 0 };
  const says = (text: string) => scoreAnswer(unknown, { text, cited: [] }).score;
  expect(says("Nothing in the indexed code mentions “sonar”. Closest are:\n\n- `tide.ts` [1]")).toBe(1);
  expect(says("Nothing in the indexed code mentions “sonar”.\n\n```ts\nping();\n```")).toBe(0);
  expect(says("**`ping`** is the sonar.")).toBe(0);
});

it("asks a repository as a chat does, and tells the points of each kind", async () => {
  const repository = await createTestRepository();
  const folder = await mkdtemp(path.join(os.tmpdir(), "cairn-questions-"));
  try {
    await repository.commit("Measure the tide", {
      "src/tide.ts": "/** Metres at high water. */\nexport const HIGH_WATER = 4;\n",
    });
    const questions = [
      { question: "Where is HIGH_WATER?", kind: "where", gold: gold.slice(0, 1), need: 1 },
      { question: "Where is the Marine Sonar driver?", kind: "unknown", gold: [], need: 0 },
    ];
    const file = path.join(folder, "tide.jsonl");
    await writeFile(file, questions.map((one) => JSON.stringify(one)).join("\n"));
    const reported = await evaluate(["answers", repository.path, "--questions", file]);
    expect(reported).toMatch(/^tide +2\.00 of 2$/m);
    expect(reported).toMatch(/^unknown +1\.00 of 1$/m);
    const json = await evaluate(["answers", repository.path, "--questions", file, "--json"]);
    expect(JSON.parse(json?.split("\n")[0] ?? "")).toMatchObject({ kind: "where", score: 1, missed: [] });
  } finally {
    await rm(folder, { recursive: true });
    await repository.remove();
  }
});
