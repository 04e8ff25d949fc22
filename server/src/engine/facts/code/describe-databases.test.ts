import { afterAll, beforeAll, expect, it } from "vitest";

import { openScope } from "#server/engine/facts/scope/open-scope.ts";
import { indexFiles, type IndexedFiles } from "#server/engine/pages/testing/index-files.ts";

import { describeDatabases } from "./describe-databases.ts";

let repository: IndexedFiles;
beforeAll(async () => {
  const files = {
    "a/go.mod": "module a\n",
    "a/migrations/1_boats.sql": "CREATE TABLE boats (id int);\n",
    "a/migrations/2_ports.sql": "CREATE TABLE quays (id int);\nALTER TABLE ports ADD COLUMN depth int;\n",
    "b/package.json": "{}",
    "b/schema.ts":
      'import { pgTable, text } from "drizzle-orm/pg-core";\nexport const crews = pgTable("crews", { id: text("id") });\n',
    "c/go.mod": "module c\n",
    "c/migrations/1_tides.sql": "CREATE TABLE tides (id int);\n",
  };
  repository = await indexFiles("r", [{ message: "Begin", files }]);
});
afterAll(() => repository.remove());

it.each([
  [
    "/a",
    "Tables or columns may be missing or out of date where steps could not be read or carried out, as in `migrations/2_ports.sql:2`.",
    ["a/migrations/2_ports.sql:2"],
  ],
  [
    "/b",
    "The tables are as the program declares them: no migration or dump says what the database holds.",
    ["b/schema.ts:2"],
  ],
])("says of %s what its tables rest on", (folder, text, places) => {
  const found = describeDatabases(openScope(repository, folder));
  expect(found.map((one) => [one.text, one.evidence.map(({ path, startLine }) => `${path}:${startLine}`)])).toEqual([
    [text, places],
  ]);
});

it("says nothing of steps that were all carried out", () => {
  expect(describeDatabases(openScope(repository, "/c"))).toEqual([]);
});
