import { expect, it } from "vitest";

import { openScope } from "#server/engine/facts/scope/open-scope.ts";
import { indexFiles } from "#server/engine/pages/testing/index-files.ts";

import { draftConcepts } from "./draft-concepts.ts";

it("says where a class is kept only where it names the table, not where another's class has its name", async () => {
  const uses = (name: string) =>
    ["a", "b", "c", "d"].map((part) => [
      `app/${name}/${part}.py`,
      `from lib.${name.toLowerCase()} import ${name}\n\n\ndef ${part}(one: ${name}) -> ${name}:\n    return ${name}()\n`,
    ]);
  const files = {
    "schema.sql": "CREATE TABLE berth (id BIGINT PRIMARY KEY);\nCREATE TABLE cargo (id BIGINT PRIMARY KEY);\n",
    "lib/berth.py": `class Berth:
    """Where ships of one harbour lie at night."""

    def read(self, database):
        return database.query("SELECT id FROM berth")
`,
    "lib/cargo.py": `class Cargo:
    """Everything that a carrier takes along."""

    def weigh(self):
        return 0
`,
    ...Object.fromEntries([...uses("Berth"), ...uses("Cargo")]),
  };
  const repository = await indexFiles("quay", [{ message: "Begin", files }]);
  const scopes = [openScope(repository, "/")];
  const drafted = await draftConcepts({ name: "Quay", scopes, service: null, services: [] });
  const text = JSON.stringify(drafted);
  expect(text).toContain("Kept in `berth`.");
  expect(text).toContain("a carrier takes along");
  expect(text).not.toContain("Kept in `cargo`.");
  await repository.remove();
});
