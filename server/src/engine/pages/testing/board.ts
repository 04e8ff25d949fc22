/** A small product as its commits: an API, rules, tables, settings, a runbook's files and a decision. */
export const board: readonly { message: string; files: Record<string, string> }[] = [
  {
    message: "Begin",
    files: {
      "README.md":
        "# Board\n\nBoard shows passengers which boat leaves next, and whether it is late.\n\n## Getting started\n\n```sh\nnpm run api\n```\n",
      "CONTRIBUTING.md":
        "# Contributing\n\nWelcome!\n\n## Tests\n\nEvery change comes with a test that fails without it.\n\n## Style\n\nNames are written out in full, and units stand in names.\n",
      "CHANGELOG.md": "# Changelog\n\n## 1.4.0\n\n- Delays are announced from five minutes on.\n- Crews sign in.\n\n## 1.3.0\n\n- First version.\n",
      "package.json": JSON.stringify(
        {
          name: "board",
          version: "1.4.0",
          engines: { node: ">=24" },
          scripts: { api: "node src/server.ts", test: "vitest run", stop: "docker compose down" },
          dependencies: { express: "5.0.0", pg: "8.1.0", pino: "9.0.0" },
          devDependencies: { vitest: "5.1.0" },
        },
        null,
        2,
      ),
      Dockerfile:
        'ARG BASE=node:26\nFROM ${BASE}\nCOPY . .\nEXPOSE 4010\nHEALTHCHECK CMD wget -q http://localhost:4010/health\nCMD ["node", "src/server.ts"]\n',
      "docker-compose.yml": "services:\n  board:\n    build: .\n  database:\n    image: postgres:18\n    healthcheck:\n      test: pg_isready\n",
      "docs/decisions/0001-keep-delays-whole.md":
        "# 1. Delays are whole minutes\n\n**Status** accepted, March 2026.\n\n## Context\n\nCrews report seconds.\n\n## Decision\n\nA delay is kept in whole minutes, rounded down.\n",
      "docs/decisions/template.md": "# Title\n\nStatus: proposed\n",
      "src/server.ts":
        '// Starts the API on its port.\nimport express from "express";\nimport { reportDelay } from "./handlers/report-delay.ts";\nimport { log } from "./log.ts";\n\nconst app = express();\nif (!process.env.DATABASE_URL) {\n  throw new Error("DATABASE_URL must be set before the board starts");\n}\n/** Tells whether the board is well. */\nfunction health(): string {\n  return "ok";\n}\napp.get("/health", health);\napp.post("/sailings/:id/delay", reportDelay);\nconst server = app.listen(Number(process.env.PORT));\nprocess.on("SIGTERM", () => server.close());\nlog.info("started");\n',
      "src/log.ts": 'import pino from "pino";\n\n/** Writes lines of JSON. */\nexport const log = pino({ level: process.env.LOG_LEVEL ?? "info" });\n',
      "src/handlers/report-delay.ts":
        'import { announcedDelay } from "../rules/delay.ts";\nimport { saveReport } from "../store/report-store.ts";\n\n/** The crew says how late a boat is. */\nexport function reportDelay(request: { body: number }): number {\n  const shown = announcedDelay(request.body);\n  if (shown > 600) {\n    throw new RangeError("a delay of more than ten hours is refused");\n  }\n  return saveReport(shown);\n}\n',
      "src/store/report-store.ts":
        'import { Pool } from "pg";\n\nconst pool = new Pool();\n\n/** Keeps one report; the newest one counts. */\nexport function saveReport(minutes: number): number {\n  void pool.query("insert into reports values ($1)", [minutes]);\n  return minutes;\n}\n',
      "src/rules/delay.ts":
        "/** The delay passengers are told about: the whole delay, or 0 below five minutes. */\nexport function announcedDelay(minutes: number): number {\n  return minutes < 5 ? 0 : minutes;\n}\n\n/** Whole minutes. */\nexport type Minutes = number;\n\nexport const limit: Minutes = 5;\n",
      "src/tokens.ts":
        '/** Signs tokens of the crews. */\nexport function signToken(crew: string): string {\n  const signingSecret = "hunter2-hunter2";\n  return `${crew}.${signingSecret}`;\n}\n',
      "test/delay.test.ts":
        'import { expect, it } from "vitest";\nimport { announcedDelay } from "../src/rules/delay.ts";\n\nit("keeps quiet below five minutes", () => expect(announcedDelay(4)).toBe(0));\n',
      "db/001.sql":
        "CREATE TABLE sailings (\n  id TEXT PRIMARY KEY\n);\nCREATE TABLE reports (\n  id TEXT PRIMARY KEY,\n  sailing_id TEXT NOT NULL REFERENCES sailings (id),\n  minutes INTEGER NOT NULL\n);\n",
      ".env.example": "# Port of the API.\nPORT=4010\n# Shared secret of the crews.\nSTAFF_TOKEN=abcdefgh-1234\nDATABASE_URL=postgres://board:s3cretpw@localhost/board\n",
    },
  },
  {
    message: "Add noteAnnouncedDelay for the office",
    files: { "src/rules/note.ts": "/** Notes what was said. */\nexport function noteAnnouncedDelay(): void {}\n" },
  },
]; // prettier-ignore
