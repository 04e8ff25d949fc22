import { afterAll, beforeAll, expect, it } from "vitest";

import {
  askCodebase,
  indexCodebase,
  type IndexedCodebase,
  type TestCommit,
} from "#server/engine/answers/testing/index-codebase.ts";

const commits: TestCommit[] = [
  {
    message: "Add the board",
    files: {
      "README.md":
        "# Board\n\nThe board shows passengers when their ferry leaves.\n\n## Delays\n\nA delay is shown only when a sailing is more than five minutes late. See `src/delay.ts`.\n\nThe board calls `announcedDelay(sailing)` for it.\n",
      "src/delay.ts": `/** Delays below this many minutes are not announced to passengers. */
export const quietMinutes = Number(process.env.QUIET_MINUTES ?? 5);

/** How many minutes late a sailing is announced to passengers. Uses \`quietMinutes\`. */
export function announcedDelay(minutes: number): number {
  // Short delays make people nervous, and are made up on the way.
  return minutes > quietMinutes ? minutes : 0;
}
`,
      "src/board.ts": `import { announcedDelay } from "./delay.ts";

/** One row of the board, with the delay that passengers are told. */
export function boardRow(minutes: number): string {
  return String(announcedDelay(minutes));
}
`,
      "src/hidden.ts": "export function qzx(a: number): number {\n  return a << 2;\n}\n",
      "test/delay.test.ts": `import { announcedDelay } from "../src/delay.ts";
import { test } from "node:test";

test("keeps quiet about a delay of four minutes", () => {
  announcedDelay(4);
});
`,
    },
  },
];

let indexed: IndexedCodebase;
beforeAll(async () => {
  indexed = await indexCodebase("board", commits);
});
afterAll(() => indexed.remove());

const questions = [
  "How is the delay announced?",
  "What is this project about?",
  "Where is announcedDelay?",
  "Who uses announcedDelay?",
  "Which settings are there?",
  "Which tests are there for delays?",
  "What changed lately?",
  "How does boardRow work, and how is the delay announced?",
];

it.each(questions)("tells nothing but what the technical answer found: %s", async (text) => {
  const technical = await askCodebase(indexed.codebase, { text, lens: "technical" });
  const plain = await askCodebase(indexed.codebase, { text, lens: "non-technical" });
  const found = new Set(technical.sources.map((source) => JSON.stringify(source)));
  expect(plain.sources.filter((source) => !found.has(JSON.stringify(source)))).toEqual([]);
  expect(plain.sources).not.toHaveLength(0);
});

it.each(questions)("leads from each sentence to its lines, without code: %s", async (text) => {
  const { text: answer, sources } = await askCodebase(indexed.codebase, { text, lens: "non-technical" });
  const lines = answer.split("\n").filter((line) => /\p{L}{3}/u.test(line) && !/^#|:$/.test(line));
  // Both questions of one message lead to the same sentence here.
  for (const line of lines.filter((one) => !one.startsWith("Nothing beyond what stands above"))) {
    const sentences = line.split(/(?<=\])\s+(?=[A-Z“*])/);
    for (const sentence of sentences) expect(sentence).toMatch(/\[\d+\]$/);
    expect(line.replaceAll(/\[\d+\]/g, "")).not.toMatch(/`|\b[a-z]+[A-Z]|\w_\w|src\/|\(\)|=>/);
  }
  const numbers = [...answer.matchAll(/\[(\d+)\]/g)].map(([, number]) => Number(number));
  expect(Math.max(...numbers)).toBe(sources.length);
});

it("says what documents and comments say in whole sentences", async () => {
  const { text } = await askCodebase(indexed.codebase, { text: questions[0] ?? "", lens: "non-technical" });
  expect(text).toContain("How many minutes late a sailing is announced to passengers. [");
  expect(text).not.toContain("Uses");
});

it("keeps of a document's paragraph what it opens with, up to the first sentence about code", async () => {
  const { text } = await askCodebase(indexed.codebase, { text: "When is a delay shown?", lens: "non-technical" });
  expect(text).toContain("A delay is shown only when a sailing is more than five minutes late. [");
  expect(text).not.toContain("See");
});

it("says so where nothing can be told without code", async () => {
  const { text, sources } = await askCodebase(indexed.codebase, { text: "How does qzx work?", lens: "non-technical" });
  expect(text).toMatch(/^Nothing was found in documents, screens, settings and tests that surely tells this\./);
  expect(sources[0]?.path).toBe("src/hidden.ts");
});
