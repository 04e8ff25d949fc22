import { afterAll, beforeAll, expect, it } from "vitest";

import { askCodebase, indexCodebase, type IndexedCodebase } from "./testing/index-codebase.ts";

const files: Record<string, string> = {
  "docs/contributors/database-changes.md":
    '# Database changes\n\nChange the models, then write the migration:\n\n```bash\ntask py:migrate -- "what changes"\n```\n\nRead what was generated.\n',
  "docs/migration-guide.md": "# Migration from version 1\n\nThese endpoints have moved.\n",
  "Taskfile.yml":
    'version: "3"\ntasks:\n  py:migrate:\n    desc: generates a new database migration file\n    cmds:\n      - alembic revision --autogenerate -m "{{ .CLI_ARGS }}"\n  py:unmigrate:\n    desc: drops the database and makes a new migration\n    cmds:\n      - dropdb harbour\n',
  "alembic/versions/2024_boats.py": "def upgrade():\n    op.create_table('boats')\n",
  "alembic/env.py": "def run_migrations_offline():\n    context.run_migrations()\n",
  "harbour/init_db.py":
    'def main():\n    if db_is_at_head():\n        logger.debug("Migration not needed.")\n    else:\n        command.upgrade(alembic_cfg, "head")\n',
};

let indexed: IndexedCodebase;
beforeAll(async () => {
  indexed = await indexCodebase("harbour", [{ message: "Begin", files }]);
});
afterAll(() => indexed.remove());

it("tells how a change of the database is written, and when it is carried out", async () => {
  const { text } = await askCodebase(indexed.codebase, {
    text: "I need to add a column. How do I write the migration, and when does it get applied?",
  });
  expect(text).toMatch(
    /`docs\/contributors\/database-changes\.md` says under “Database changes”:[^]*task py:migrate -- "what changes"[^]*- `task py:migrate` — generates a new database migration file: `alembic revision/,
  );
  expect(text).toMatch(/They are carried out in line 5 of `main` \(`harbour\/init_db\.py`\)[^]*if db_is_at_head\(\):/);
  expect(text).not.toMatch(/endpoints|py:unmigrate|run_migrations_offline|create_table/);
});
