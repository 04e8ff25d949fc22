import { afterAll, beforeAll, expect, it } from "vitest";

import type { Question } from "#server/engine/answer-context/answer-event.ts";

import { answerForPage } from "./answer-for-page.ts";
import { askCodebase, indexCodebase, type IndexedCodebase } from "./testing/index-codebase.ts";

let indexed: IndexedCodebase;

beforeAll(async () => {
  indexed = await indexCodebase("quay", [
    {
      message: "Add the ferry server",
      files: {
        "README.md": "# Quay\n\nTravellers see the next ferry, its pier and its delay.\n",
        ".github/workflows/check.yml": "name: check\non: push\n",
        "src/main.js":
          "var Mooring = require('mooring')\nvar mooring = Mooring.mooring\n\nfunction moorFerry(ferry) {\n  const mooring = new Mooring()\n  return mooring.tie(ferry.mooring)\n}\nmodule.exports = moorFerry\n",
        "src/ferryserver/serve.ts":
          "import { refuse } from './refuse.ts';\n\nexport function unknownPier(pier: string): void {\n  if (pier === '') refuse('pier');\n}\n",
        "src/ferryserver/refuse.ts":
          "export function refuse(what: string): never {\n  throw new Error(`unknown ${what}`);\n}\n",
        "src/ferryserver/quay-settings.ts":
          "/** How many ferries may lie at the quay. */\nexport const berths = Number(process.env.QUAY_BERTHS ?? 4);\n",
        "test/serve.test.ts":
          "import { unknownPier } from '../src/ferryserver/serve.ts';\nit('refuses a pier that nobody knows', () => unknownPier(''));\n",
      },
    },
  ]);
});
afterAll(() => indexed.remove());

const ask = async (text: string, more: Partial<Question> = {}) =>
  (await askCodebase(indexed.codebase, { text, ...more })).text;

it("does not lead with a name that only stands for another's thing", async () => {
  expect(await ask("How does the mooring work?")).toMatch(/^\*\*`moorFerry`\*\*/);
});

it("does not take the repository's own name for a subject", async () => {
  expect(await ask("How does quay moor a ferry?")).toMatch(/^\*\*`moorFerry`\*\*/);
});

it("reads a mistyped question as what it asks", async () => {
  expect(await ask("wher is an unknown pier refused")).toMatch(/^In `src\/ferryserver\/serve\.ts`/);
});

it("offers nothing as close that is not", async () => {
  expect(await ask("Does quay support GraphQL subscriptions?")).toBe("Nothing in the indexed code mentions “GraphQL”.");
});

it("does not answer whether with a table of settings", async () => {
  const text = await ask("Does it read its config from files on the pier?");
  expect(text).not.toContain("The code reads these settings");
});

it("says in a plain answer that nothing tells it, instead of a piece of code", async () => {
  const text = await ask("What happens when the pier is unknown?", { lens: "non-technical" });
  expect(text.split("\n")[0]).toMatch(
    /^Nothing was found in documents, screens, settings and tests that surely tells this/,
  );
});

it("finds the folder that two words of a question name together", async () => {
  const { codebase } = indexed;
  expect((await askCodebase(codebase, { text: "Who maintains the ferry server?" })).text).toMatch(
    /^`src\/ferryserver\/` was last changed on/,
  );
});

it("writes into a page what only the documents tell, and nothing of what nobody tells", async () => {
  const about = { codebases: [indexed.codebase], focus: null, signal: new AbortController().signal };
  const reported = await answerForPage("which pier travellers see", about);
  expect(JSON.stringify(reported)).toContain("Travellers see the next ferry");
  expect(await answerForPage("how dragons are fed", about)).toBeNull();
});
