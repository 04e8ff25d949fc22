import { afterAll, beforeAll, expect, it } from "vitest";

import { startCpuClock } from "#server/testing/cpu-clock.ts";

import { askCodebase, indexCodebase, type IndexedCodebase } from "./testing/index-codebase.ts";

const texts = ["en", "de", "fr", "it"].map((one) => [
  `apps/quay/public/locales/${one}/common.json`,
  '{ "berth": "Berth" }\n',
]);
const files: Record<string, string> = {
  "README.md":
    "# Harbour\n\nKeeps berths.\n\n## Translations\n\nTo begin a new language, open an issue. It is taken in when half of it is done.\n",
  "package.json":
    '{\n  "name": "harbour",\n  "workspaces": ["apps/*", "packages/*"],\n  "scripts": {\n    "test": "vitest",\n    "tables:dev": "dotenv -- yarn workspace @harbour/tables dev"\n  }\n}\n',
  "yarn.lock": "# yarn lockfile v1\n",
  "vitest.config.ts": 'export default { test: { exclude: ["**/e2e/**"] } };\n',
  "apps/quay/package.json": '{\n  "name": "@harbour/quay",\n  "scripts": { "e2e": "playwright test" }\n}\n',
  "apps/quay/playwright.config.ts": "export default {};\n",
  "apps/quay/e2e/login.spec.ts": 'test("signs in", () => {});\n',
  "apps/quay/lib/berth.test.ts": 'import { it } from "vitest";\nit("counts", () => {});\n',
  "apps/quay/lib/pull-request.ts": "/** Pulls and runs a request. */\nexport function runPullRequest() {}\n",
  "packages/tables/package.json":
    '{\n  "name": "@harbour/tables",\n  "dependencies": { "prisma": "6", "@prisma/client": "6" },\n  "scripts": {\n    "dev": "prisma migrate dev"\n  }\n}\n',
  "packages/tables/schema.prisma":
    'datasource db {\n  provider = "postgresql"\n  url = env("DATABASE_URL")\n}\n\nmodel Berth {\n  id Int @id\n  name String\n}\n',
  "packages/tables/migrations/20240101_init/migration.sql": 'CREATE TABLE "Berth" ("id" INTEGER NOT NULL);\n',
  "packages/tables/migrations/20240201_name/migration.sql": 'ALTER TABLE "Berth" ADD COLUMN "name" TEXT;\n',
  Dockerfile: 'FROM node:22\nCMD ["sh", "-c", "prisma migrate deploy && exec node server.js"]\n',
  ".github/workflows/browser.yml":
    "name: browser\non:\n  push:\n  pull_request:\njobs:\n  run:\n    steps:\n      - run: yarn workspace @harbour/quay playwright test\n",
  "crowdin.yml": "files:\n  - source: /apps/quay/public/locales/en/common.json\n",
  ...Object.fromEntries(texts),
  Procfile: "web: gunicorn harbour.wsgi\nworker: celery -A harbour worker\n",
  "docs/parts.md": "# Parts\n\n- **The worker:** This weighs the cargo.\n",
  "harbour/wsgi.py": "import django\n",
};

let indexed: IndexedCodebase;
beforeAll(async () => {
  indexed = await indexCodebase("harbour", [{ message: "Begin", files }]);
});
afterAll(() => indexed.remove());

it("tells which tests there are, how they are run, and which of them a pull request starts", async () => {
  const { text } = await askCodebase(indexed.codebase, {
    text: "Which automatic tests are there, how do I run them, and which of them run on a pull request?",
  });
  expect(text).toMatch(
    /There are these tests:[^]*\*\*Playwright\*\* \(`apps\/quay\/playwright\.config\.ts`, 1 file such as `apps\/quay\/e2e\/login\.spec\.ts`\)/,
  );
  expect(text).toMatch(/\*\*Vitest\*\* \(`vitest\.config\.ts`, 1 file\): run `yarn test`/);
  expect(text).toMatch(
    /On a pull request these tests run:[^]*`yarn workspace @harbour\/quay playwright test` \(`\.github\/workflows\/browser\.yml`\)/,
  );
  expect(text).toContain("No workflow was found that names Vitest.");
  expect(text).not.toContain("runPullRequest");
});

it("tells where the structure of the database is described, how a field is added and when that is applied", async () => {
  const { text } = await askCodebase(indexed.codebase, {
    text: "Which database does it use, where is its structure described, and how do I add a field and when does that get applied on a server?",
  });
  expect(text).toMatch(/described in `packages\/tables\/schema\.prisma`, 1 table/);
  expect(text).toMatch(/kept in `packages\/tables\/migrations`/);
  expect(text).toMatch(/then run `yarn tables:dev`, which comes to `prisma migrate dev`/);
  expect(text).toMatch(/carried out in line 2 \(`Dockerfile`\)/);
});

it("tells where the texts live and how a language is added", async () => {
  const { text } = await askCodebase(indexed.codebase, {
    text: "Where do the texts shown to users live, and how does a new language get in?",
  });
  expect(text).toMatch(/live in `apps\/quay\/public\/locales`, 4 languages/);
  expect(text).toMatch(/`README\.md` says under “Translations”:[^]*open an issue/);
  expect(text.match(/live in `apps/g)).toHaveLength(1);
});

it("tells which programs run and what each does", async () => {
  const { text } = await askCodebase(indexed.codebase, {
    text: "Which programs have to be running for this to work, and what does each of them do?",
  });
  expect(text).toMatch(/These programs run:[^]*\*\*worker\*\*[^\n]*: This weighs the cargo\./);
});

it.each([
  "what lies in top ",
  "can that turn off ",
  "how do i get this running up on my machine ",
  "where is that kept when ",
])("is not held up by %j over and over", async (phrase) => {
  const workedMs = startCpuClock();
  await askCodebase(indexed.codebase, { text: phrase.repeat(Math.ceil(20_000 / phrase.length)) });
  expect(workedMs()).toBeLessThan(4_000);
});
