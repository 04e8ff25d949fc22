import { afterAll, beforeAll, expect, it } from "vitest";

import type { Lens } from "#server/engine/answer-context/answer-event.ts";
import { askCodebase, indexCodebase, type IndexedCodebase } from "#server/engine/answers/testing/index-codebase.ts";

const files = {
  "compose.yaml":
    "services:\n  web:\n    build: .\n    environment:\n      DATABASE_URL: postgres://db/quay\n      CACHE_URL: redis://cache:6379\n  db:\n    image: postgres:17\n  cache:\n    image: redis:8\n",
  Dockerfile: 'FROM node:24\nCOPY . .\nCMD ["node", "src/database.js"]\n',
  "src/database.js": "/** Opens the database of the quay. */\nexport function openDatabase() {}\n",
  "db/schema.sql": "CREATE TABLE berths (\n  id TEXT PRIMARY KEY\n);\n",
};

let indexed: IndexedCodebase;
beforeAll(async () => {
  indexed = await indexCodebase("quay", [{ message: "Open", files }]);
});
afterAll(() => indexed.remove());

const ask = async (text: string, lens: Lens = "technical") =>
  (await askCodebase(indexed.codebase, { text, lens })).text;

it("names the database that what runs talks to, and not code of that name", async () => {
  expect(await ask("Which database does it use?")).toBe("What runs talks to:\n\n- **PostgreSQL** (“db”) [1]");
  expect(await ask("Which database does it use?", "non-technical")).toContain("**PostgreSQL**");
  expect(await ask("What cache is used?")).toBe("What runs talks to:\n\n- **Redis** (“cache”) [1]");
});

it("takes a question about a table for what it is", async () => {
  expect(await ask("Which database table holds berths?")).not.toContain("What runs");
});

it("says nothing of it where there is none", async () => {
  expect(await ask("Which message broker does it use?")).not.toContain("What runs");
});
