import { afterAll, beforeAll, expect, it } from "vitest";

import { openAnswerContext } from "#server/engine/answer-context/answer-context.ts";
import { indexCodebase, type IndexedCodebase } from "#server/engine/answers/testing/index-codebase.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";

import { findTrigger } from "./find-trigger.ts";

const files: Record<string, string> = {
  "package.json": '{ "name": "harbour", "dependencies": { "express": "5.0.0" } }\n',
  "src/main.ts": 'import express from "express";\nimport { createCustomer, clearTrackHistory, postBoat } from "./all.ts";\n\nconst app = express();\napp.post("/customers", createCustomer);\napp.post("/tracks/history/clear", clearTrackHistory);\napp.post("/boats", postBoat);\n',
  "src/all.ts": "export function createCustomer() {\n  return 1;\n}\n\nexport function clearTrackHistory() {\n  return 2;\n}\n\nexport function postBoat() {\n  return 3;\n}\n",
}; // prettier-ignore

let indexed: IndexedCodebase;
beforeAll(async () => {
  indexed = await indexCodebase("harbour", [{ message: "Open", files }]);
});
afterAll(() => indexed.remove());

it.each([
  // "Order" is what is deleted, and no deed.
  ["What happens step by step when an order of a customer is deleted?", undefined],
  ["What happens step by step after somebody adds a boat?", "postBoat"],
  // What clears the history of tracks uploads none.
  ["What happens step by step after somebody uploads a track?", undefined],
])("%s begins in %s", async (text, expected) => {
  const work = { emit: () => undefined, signal: new AbortController().signal, focus: null };
  const context = openAnswerContext([indexed.codebase], work);
  const found = await findTrigger(context, { text, terms: [] } as unknown as QuestionPart);
  expect(found?.target.symbol.name).toBe(expected);
});
