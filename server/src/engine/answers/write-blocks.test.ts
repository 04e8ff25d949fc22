import { expect, it } from "vitest";

import { openAnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { AnswerEvent } from "#server/engine/answer-context/answer-event.ts";
import type { StatementBlock } from "#server/engine/statements/statements.ts";

import { createWriter } from "./write-blocks.ts";

const proof = { repositoryId: "harbour", path: "tide.ts", startLine: 1, endLine: 1 };
const gone = { ...proof, path: "gone.ts" };

/** The text of blocks over a repository with one file of one line. */
async function write(...blocks: StatementBlock[]): Promise<string> {
  const reader = {
    repositoryId: "harbour",
    commit: "c",
    readLines: async (path: string) => (path === "tide.ts" ? ["rise();"] : null),
  };
  const texts: string[] = [];
  const emit = (event: AnswerEvent) => void (event.type === "text" && texts.push(event.text));
  const context = openAnswerContext([], { emit, signal: new AbortController().signal, focus: null });
  await createWriter({ ...context, readers: new Map([["harbour", reader]]) }, emit).write(blocks);
  return texts.join("");
}

it("shows what announces a list with the items that stood the check, and not without any", async () => {
  const lead = { text: "It rests on:", evidence: [] };
  const table = { text: "Settings:\n\n| Name |\n| --- |", evidence: [] };
  const kept = { text: "- the tide", evidence: [proof] };
  const lost = { text: "- the moon", evidence: [gone] };
  expect(await write({ heading: null, statements: [lead, lost, kept] })).toBe("It rests on:\n\n- the tide [1]");
  expect(await write({ heading: "Parts", statements: [lead, lost] })).toBe("");
  expect(await write({ heading: null, statements: [table, { ...lost, text: "| moon |" }] })).toBe("");
  const other = { text: "It is told by:", evidence: [] };
  expect(await write({ heading: null, statements: [lead, lost, other, kept] })).toBe(
    "It is told by:\n\n- the tide [1]",
  );
});

it("keeps a doubt for what follows it, up to the next heading", async () => {
  const doubt: StatementBlock = { heading: null, statements: [{ text: "The closest is:", evidence: [] }] };
  const found = { text: "The tide.", evidence: [proof] };
  expect(await write(doubt, { heading: null, statements: [found] })).toBe("The closest is:\n\nThe tide. [1]");
  expect(await write(doubt, { heading: "Tests", statements: [found] })).toBe("### Tests\n\nThe tide. [1]");
});

it("drops the code that a dropped sentence cited", async () => {
  const code = { text: "```\nrise();\n```", evidence: [] };
  expect(await write({ heading: null, statements: [{ text: "Like this:", evidence: [gone] }, code] })).toBe("");
});

it("says what is missing although nothing comes near", async () => {
  const text = "Nothing in the indexed code mentions “whales”. Closest are:";
  expect(await write({ heading: null, missing: 1, statements: [{ text, evidence: [] }] })).toBe(text);
});
