import { afterAll, beforeAll, expect, it } from "vitest";

import { askCodebase, indexCodebase, type IndexedCodebase } from "#server/engine/answers/testing/index-codebase.ts";

const files: Record<string, string> = {
  "README.md": "# Harbour\n\nHarbour keeps boats.\n",
  "harbour.env.example": "# Settings of the harbour.\n#\n# The first of these files is read:\n#   1. harbour.env\n#   2. /etc/harbour/harbour.env\n# What is exported already comes before all of them.\n\nHARBOUR_PORT=8080\nHARBOUR_NAME=North\nHARBOUR_DEPTH=4\n",
  "config/mooring.ts": "export const mooring = {\n  port: Number(process.env.HARBOUR_PORT ?? 8080),\n  name: process.env.HARBOUR_NAME ?? 'North',\n  depth: Number(process.env.HARBOUR_DEPTH ?? 4),\n};\n",
  "src/settings.ts": "/** Settings that a captain chooses. */\nexport class Setting {\n  where = 'here';\n}\n",
}; // prettier-ignore

let indexed: IndexedCodebase;
beforeAll(async () => {
  indexed = await indexCodebase("harbour", [{ message: "Open", files }]);
});
afterAll(() => indexed.remove());

const ask = (text: string) => askCodebase(indexed.codebase, { text, lens: "technical" });

it("where settings are put is told by the file made to be copied, with what stands at its head", async () => {
  const { text } = await ask("Where do I put my settings, and in which order are the files looked for?");
  expect(text).toMatch(/^Settings are put into `harbour\.env`: `harbour\.env\.example` is made to be copied, with 3/);
  expect(text).toContain("#   2. /etc/harbour/harbour.env");
  expect(text).toContain("`config/mooring.ts` (3)");
});

it("a question for one thing that is set is no question for all of them", async () => {
  const { text } = await ask("Where is the depth of the harbour configured in the settings?");
  expect(text).not.toMatch(/^Settings are put into/);
});
