import { expect, it } from "vitest";

import { hashLines } from "#server/engine/evidence/evidence.ts";
import type { ToolPassage } from "#server/engine/evidence/tool-passage.ts";
import { createTextBudget } from "#server/engine/with-model/look-up/context-budget.ts";

import { createEvidenceBook, type EvidenceBook } from "./evidence-book.ts";
import { showPassages } from "./show-passages.ts";

const file = Array.from({ length: 90 }, (_, at) => `  const line${at + 1} = ${at + 1};`);

function passage(startLine: number, endLine: number, given: Partial<ToolPassage> = {}): ToolPassage {
  const lines = file.slice(startLine - 1, endLine);
  const source = { repositoryId: "r", commit: "c", path: "src/delay.ts", startLine, endLine, hash: hashLines(lines) };
  return { source, lines, repository: null, about: null, ...given };
}

/** Only what stands at those lines passes. */
const book = () =>
  createEvidenceBook(async (source) => {
    return hashLines(file.slice(source.startLine - 1, source.endLine)) === source.hash ? source : null;
  });

const show = (passages: readonly ToolPassage[], evidence: EvidenceBook = book(), most = 9_000) =>
  showPassages(passages, { evidence, budget: createTextBudget(20_000), most });

it("numbers lines where they stand, without their common indentation", async () => {
  expect(await show([passage(1, 2, { about: "function delay" })])).toBe(
    "[1] src/delay.ts lines 1-2 (function delay)\n```\nconst line1 = 1;\nconst line2 = 2;\n```",
  );
  expect(await show([passage(4, 4, { repository: "ferries" })])).toMatch(/^\[1\] ferries: src\/delay\.ts line 4\n/);
});

it("shows each line once in a conversation, and names what was shown under its number", async () => {
  const evidence = book();
  await show([passage(1, 40)], evidence);
  expect(await show([passage(5, 30)], evidence)).toBe("Shown before: src/delay.ts lines 5-30 [1].");
  const more = await show([passage(21, 60)], evidence);
  expect(more).toMatch(/^\[2\] src\/delay\.ts lines 41-60\n```\nconst line41 /);
  expect(more).not.toContain("line40 ");
  // What is left of it passes the check, so that it can be cited.
  expect(evidence.show(2, () => undefined)).toBe(1);
});

it("joins short neighbours, and shows nothing that does not pass the check", async () => {
  const text = await show([passage(1, 3), passage(4, 5), passage(6, 80), passage(82, 84)]);
  expect(text.match(/^\[\d+\] .*$/gm)).toEqual(["[1] src/delay.ts lines 1-80", "[2] src/delay.ts lines 82-84"]);
  const lie = passage(1, 9);
  expect(await show([{ ...lie, source: { ...lie.source, hash: "0".repeat(64) } }])).toBe("");
});

it("shows lines that match one by one, under the number of what holds them", async () => {
  const evidence = book();
  const rows = { ...passage(7, 9), matched: [7, 9] };
  expect(await show([rows], evidence)).toBe("[1] src/delay.ts:7: const line7 = 7;\nsrc/delay.ts:9: const line9 = 9;");
  const whole = await show([passage(5, 20)], evidence);
  expect(whole).toMatch(/^\[2\] src\/delay\.ts lines 5-20/);
  expect(await show([{ ...passage(12, 12), matched: [12] }], evidence)).toBe("[2] src/delay.ts:12: const line12 = 12;");
});

it("shows a file without holes: as far as there is room, and names the rest as one", async () => {
  const pieces = [passage(1, 25), passage(26, 60), passage(61, 80), passage(81, 90)];
  const text = await show(pieces, book(), 1_200);
  const [, last] = /lines 1-25[\s\S]*lines 26-(\d+)/.exec(text) ?? [];
  expect(Number(last)).toBeGreaterThan(34);
  expect(text).toContain(`No room for: src/delay.ts lines ${Number(last) + 1}-90.`);
  expect(text.match(/^\[\d+\]/gm)).toHaveLength(2);
});

it("names what is left of shown lines where too little is left to show", async () => {
  const evidence = book();
  await show([passage(1, 20)], evidence);
  await show([passage(23, 40)], evidence);
  expect(await show([passage(15, 30)], evidence)).toBe("Shown before: src/delay.ts lines 15-30 [1][2].");
});

it("names what has no room, and gives it no number to cite", async () => {
  const evidence = book();
  const text = await show([passage(1, 40), passage(50, 89)], evidence, 1_000);
  expect(evidence.show(2, () => undefined)).toBe(null);
  expect(text).toMatch(/line40 = 40;\n```\n\nNo room for: src\/delay\.ts lines 50-89\.$/);
});
