import { expect, it } from "vitest";
import { z } from "zod";

import { hashLines } from "#server/engine/evidence/evidence.ts";
import { createTextBudget } from "#server/engine/with-model/look-up/context-budget.ts";

import { createEvidenceBook } from "./evidence-book.ts";
import { createTurns, runTool, type AnswerTool } from "./run-answer-tool.ts";

const lines = Array.from({ length: 30 }, (_, at) => `const line${at + 1} = ${at + 1};`);
const source = { repositoryId: "r", commit: "c", path: "src/a.ts", startLine: 1, endLine: 30, hash: hashLines(lines) };
const passage = { source, lines, repository: null, about: null };

const tool = (run: AnswerTool["run"]): AnswerTool => ({
  name: "read_file",
  description: "",
  input: z.object({}),
  targetOf: () => "",
  run,
});

function open() {
  const evidence = createEvidenceBook(async (one) => {
    if (one.path === "src/gone.ts") throw new Error("the repository went away");
    return one;
  });
  return { evidence, budget: createTextBudget(20_000), turn: createTurns() };
}

it("lines that two look-ups of one turn find are shown by one of them", async () => {
  const shown = open();
  const reads = tool(async () => ({ text: "", sources: [], lines: { passages: [passage], note: "" } }));
  const texts = await Promise.all([runTool(reads, {}, shown), runTool(reads, {}, shown)]);
  expect(texts.filter((text) => text.includes("const line7"))).toHaveLength(1);
  expect(texts.filter((text) => text === "Shown before: src/a.ts lines 1-30 [1].")).toHaveLength(1);
});

it("a look-up that fails does not hold up the others", async () => {
  const shown = open();
  const gone = { ...passage, source: { ...source, path: "src/gone.ts" } };
  const fails = tool(async () => ({ text: "", sources: [], lines: { passages: [gone], note: "" } }));
  const reads = tool(async () => ({ text: "", sources: [], lines: { passages: [passage], note: "" } }));
  const [first, second] = await Promise.all([runTool(fails, {}, shown), runTool(reads, {}, shown)]);
  expect(first).toBe("This did not work: the look-up failed");
  expect(second).toContain("const line7");
});

it("nothing is said where there is nothing to show", async () => {
  expect(
    await runTool(
      tool(async () => ({ text: "", sources: [] })),
      {},
      open(),
    ),
  ).toBe("Nothing was found.");
});
