import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { askCodebase, indexCodebase, type IndexedCodebase } from "./testing/index-codebase.ts";

const files: Record<string, string> = {
  "docs/config.md":
    "# Configuration\n\n| Variables | Default | Description |\n| --- | --- | --- |\n| DB_ENGINE | sqlite | Optional: 'sqlite', 'postgres' |\n| POSTGRES_SERVER | db | Postgres server address |\n",
  "docs/postgres.md": "# Installing with PostgreSQL\n\nRun it beside the server.\n",
  "docker-compose.yml": "services:\n  app:\n    build: .\n    environment:\n      DB_ENGINE: sqlite\n",
  "harbour/settings.py": `from pathlib import Path

from pydantic_settings import BaseSettings


class SQLiteProvider:
    data_dir: Path

    def db_path(self):
        return self.data_dir / "harbour.db"

    def url(self):
        return f"sqlite:///{self.db_path()}"


class PostgresProvider(BaseSettings):
    POSTGRES_SERVER: str = "db"
    POSTGRES_PORT: str = "5432"


class AppSettings(BaseSettings):
    DB_ENGINE: str = "sqlite"
    MAIL_SERVER: str = "mail"


def provider(name):
    if name == "postgres":
        return PostgresProvider()
    return SQLiteProvider()
`,
  "harbour/folders.py": `import os


def determine_data_dir():
    return os.getenv("DATA_DIR", "/app/data")
`,
  "requirements.txt": "pydantic-settings==2.1.0\nsqlalchemy==2.0.0\naiosqlite==0.20.0\n",
  "harbour/db.py":
    "import aiosqlite\nimport sqlalchemy\n\n\ndef connect():\n    return sqlalchemy.create_engine(url)\n",
};

let indexed: IndexedCodebase;
beforeAll(async () => {
  indexed = await indexCodebase("harbour", [{ message: "Begin", files }]);
});
afterAll(() => indexed.remove());
const ask = async (text: string) => {
  const { text: answer, sources } = await askCodebase(indexed.codebase, { text });
  return { answer, cited: sources.map(({ path, startLine }) => `${path}:${startLine}`) };
};

describe("which database is used", () => {
  it("is told by the setting that chooses it and its default", async () => {
    const { answer, cited } = await ask("Which database does it use out of the box?");
    expect(answer).toMatch(/^By default it uses \*\*SQLite\*\*: `DB_ENGINE` is `sqlite` where nothing else is set/);
    expect(answer).toContain("- **PostgreSQL**, where `DB_ENGINE` is `postgres`");
    expect(cited).toContain("harbour/settings.py:22");
  });

  it("is changed by that setting first, then by those that only matter then", async () => {
    const { answer } = await ask("How do I switch to Postgres?");
    expect(answer).toMatch(/^Set `DB_ENGINE` to `postgres`; its default is `sqlite` \(SQLite\)\./);
    expect(answer).toMatch(/POSTGRES_SERVER`, by default `db`[^]*POSTGRES_PORT`, by default `5432`/);
    expect(answer).toContain("`docs/postgres.md` tells more of it.");
    expect(answer).not.toContain("MAIL_SERVER");
  });

  it("says nothing of one that it does not know", async () => {
    expect((await ask("How do I switch to MongoDB?")).answer).not.toContain("Set `DB_ENGINE`");
  });
});

it("tells where the file of a database is, and what works its folder out", async () => {
  const { answer } = await ask("Which database does it use, and where does its file end up?");
  expect(answer).toContain("Its file is `harbour.db` (`harbour/settings.py`, line 10)");
  expect(answer).toContain("The folder is worked out in `determine_data_dir`");
});

describe("a value that nothing lets the setting take", () => {
  const offered = async (question: string, more: Record<string, string>) => {
    const config =
      'export const DB_CLIENT = process.env.DB_CLIENT ?? "sqlite";\n\nexport const DB_HOST = process.env.DB_HOST ?? "db";\n';
    const quay = await indexCodebase("quay", [{ message: "Begin", files: { "src/config.js": config, ...more } }]);
    const { text } = await askCodebase(quay.codebase, { text: question });
    await quay.remove();
    return text;
  };

  it.each([
    'if (DB_CLIENT === "mysql") throw new Error("MySQL is not supported any more");',
    'if (DB_CLIENT === "mysql") {\n  throw new Error("MySQL is not supported any more");\n}',
    '// if (DB_CLIENT === "mysql") open();',
    'if (dump.dialect === "mysql") convert();',
    'switch (dump.dialect) {\n  case "mysql":\n    convert();\n}',
  ])("is not offered: %s", async (line) => {
    expect(await offered("How do I switch to MySQL?", { "src/open.js": `${line}\n` })).not.toContain("Set `DB_CLIENT`");
    expect(await offered("Which database does it use?", { "src/open.js": `${line}\n` })).not.toContain(
      "MySQL**, where",
    );
  });

  it.each(['if (DB_CLIENT === "mysql") open();', 'switch (DB_CLIENT) {\n  case "mysql":\n    open();\n}'])(
    "is not what the code compares the setting with: %s",
    async (line) => {
      const text = await offered("How do I switch to MySQL?", { "src/open.js": `${line}\n` });
      expect(text).toContain("Set `DB_CLIENT` to `mysql`");
    },
  );
});
