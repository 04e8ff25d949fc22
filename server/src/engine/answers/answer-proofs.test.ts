import { afterAll, beforeAll, expect, it } from "vitest";

import { askCodebase, indexCodebase, type IndexedCodebase } from "./testing/index-codebase.ts";

/** A harbour with lines that look like proofs of something and are none. */
const files: Record<string, string> = {
  "README.md": "# Harbour\n\nHarbour keeps boats.\n",
  "config.sample.yml": "# - postgres = PostgreSQL\n# - mysql = MySQL\ndb:\n  type: postgres\n  host: localhost\n",
  "server/db.js": "export function open(config) {\n  switch (config.db.type) {\n    case 'postgres':\n      return pg();\n    case 'mysql':\n      return my();\n  }\n}\n",
  "client/admin-system.vue": "<script>\nexport default {\n  computed: {\n    isLimited () {\n      return this.info.dbType === 'MySQL'\n    }\n  }\n}\n</script>\n",
  "server/schema.sql": "CREATE TABLE boats (id INTEGER PRIMARY KEY, name TEXT);\n",
  "migrations/001_boats.sql": "CREATE TABLE boats (id INTEGER PRIMARY KEY);\n",
  "migrations/002_names.sql": "ALTER TABLE boats ADD COLUMN name TEXT;\n",
  ".docker/entrypoint.sh": "#!/bin/sh\nif [ \"$DB_AUTOMIGRATE\" = \"true\" ]; then\n  php bin/console doctrine:migrations:migrate -n\nfi\nexec apache2\n",
  Makefile: 'test-clean: ## Clean test database\n\trm -f var/test.db\n\ntest-migrate: ## Run migrations\n\tphp bin/console doctrine:migrations:migrate -n --env test\n\ntest-setup: test-clean test-migrate ## Complete test setup (clean, create DB, migrate, fixtures)\n\t@echo "done"\n',
  "cypress.json": "{}\n",
  "dev/cypress/ci-setup.sh": "#!/bin/sh\nnpm ci\n",
  "dev/cypress/support/commands.js": "Cypress.Commands.add('moor', () => {})\n",
  "dev/cypress/integration/setup.spec.js": "describe('setup', () => { it('opens', () => {}) })\n",
}; // prettier-ignore

let indexed: IndexedCodebase;
beforeAll(async () => {
  indexed = await indexCodebase("harbour", [{ message: "Open", files }]);
});
afterAll(() => indexed.remove());
const ask = async (text: string) => (await askCodebase(indexed.codebase, { text })).text;

it("a value that a screen compares is none that may be set", async () => {
  const text = await ask("Which databases can it run on?");
  expect(text).toContain("where `db.type` is `mysql`");
  expect(text).not.toContain("`MySQL`");
});

it("what sets up a database for tests is no command that writes a migration, and what carries them out is told by what starts it", async () => {
  const text = await ask(
    "Which databases can it run on, and when I add a field, what do I have to write and when does that get applied on a server?",
  );
  expect(text).not.toContain("test-setup");
  expect(text).toMatch(/They are carried out in line 3 .*`\.docker\/entrypoint\.sh`/);
  expect(text).not.toContain("--env test");
});

it("what prepares tests and helps them is counted as none of them", async () => {
  const text = await ask("Which automatic tests are there and how do I start them?");
  expect(text).toContain("1 file such as `dev/cypress/integration/setup.spec.js`");
});
