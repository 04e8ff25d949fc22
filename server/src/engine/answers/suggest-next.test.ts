import { afterAll, beforeAll, expect, it } from "vitest";

import { suggestNext } from "./suggest-next.ts";
import { askCodebase, indexCodebase, type IndexedCodebase } from "./testing/index-codebase.ts";

let indexed: IndexedCodebase;
beforeAll(async () => {
  indexed = await indexCodebase("board", [
    {
      message: "Add delays",
      files: {
        "src/delay.ts":
          "/** How late a sailing is told to be. */\nexport function toldDelay(minutes: number): number {\n  return minutes > Number(process.env.QUIET_MINUTES) ? minutes : 0;\n}\n",
        "src/board.ts":
          'import { toldDelay } from "./delay.ts";\n\n/** One row of the board. */\nexport function boardRow(minutes: number): string {\n  return String(toldDelay(minutes));\n}\n',
        "test/delay.test.ts":
          'import { toldDelay } from "../src/delay.ts";\nimport { test } from "node:test";\n\ntest("is quiet about four minutes", () => {\n  toldDelay(4);\n});\n',
        "src/lonely.ts": "/** Nobody asks for it. */\nexport function lonelyQuay(): number {\n  return 1;\n}\n",
      },
    },
  ]);
});
afterAll(() => indexed.remove());

async function next(text: string, lens: "technical" | "non-technical" = "technical", earlier: string[] = []) {
  const { sources } = await askCodebase(indexed.codebase, { text, lens });
  const messages = earlier.map((content) => ({ role: "user" as const, content }));
  return suggestNext({ text, lens, earlier: messages }, [indexed.codebase], sources);
}

it("asks on about the subject, for what the index holds", async () => {
  expect(await next("How does toldDelay work?")).toEqual([
    "What uses `toldDelay`?",
    "What does the setting `QUIET_MINUTES` do?",
    "Which tests are there for `toldDelay`?",
  ]);
  expect(await next("How does lonelyQuay work?")).toEqual([]);
});

it("gets an answer to each of its questions", async () => {
  for (const text of await next("How does toldDelay work?")) {
    const { text: answer, sources } = await askCodebase(indexed.codebase, { text });
    expect(answer).not.toMatch(/^Nothing/);
    expect(sources).not.toHaveLength(0);
  }
});

it("never asks what was asked, or the same kind of question again", async () => {
  const earlier = ["What uses toldDelay?", "what does the setting QUIET_MINUTES do"];
  expect(await next("How does toldDelay work?", "technical", earlier)).toEqual([
    "Which tests are there for `toldDelay`?",
  ]);
  expect(await next("What uses toldDelay?")).not.toContain("What uses `toldDelay`?");
});

it("names nothing as code to whoever reads none", async () => {
  for (const text of await next("How does toldDelay work?", "non-technical"))
    expect(text).not.toMatch(/`|[a-z][A-Z]|_/);
});
