import { afterAll, beforeAll, expect, it } from "vitest";

import { openScope } from "#server/engine/facts/scope/open-scope.ts";
import type { PageRepository } from "#server/engine/facts/scope/page-input.ts";
import { indexFiles, type IndexedFiles } from "#server/engine/pages/testing/index-files.ts";
import { writeFromPrompt } from "#server/engine/pages/write/write-from-prompt.ts";

/** A product with what the topics of a service's pages look for, and with what they must not take for it. */
const files: Record<string, string> = {
  "package.json": '{\n  "name": "harbour",\n  "description": "Tells harbours which boat comes next.",\n  "version": "2.0.0",\n  "scripts": {\n    "db:migrate": "drizzle-kit migrate"\n  }\n}\n',
  "CHANGELOG.md": "# Changelog\n\n## [Unreleased]\n\n- Nothing yet!\n\n## [2.0.0] - 2026-03-28\n\n- Berths have names.\n",
  "src/auth/require-crew.ts": "/** Lets only signed-in crews pass. */\nexport function requireAuth(): void {}\n/** Checks a password against its hash. */\nexport function checkPassword(): boolean {\n  return true;\n}\n/** The author of a note. */\nexport function author(): string {\n  return \"\";\n}\n",
  "src/jobs/queue.ts": "/** Keeps jobs until a worker takes them. */\nexport class JobQueue {}\n/** Takes jobs one after the other. */\nexport class Worker {}\n",
  "src/errors.ts": "export const codes = {\n  full: createError(\n    'E_HARBOUR_IS_FULL',\n    'The harbour is full today',\n    409\n  ),\n  late: createError(\n    'E_BOAT_IS_LATE',\n    'The boat cannot be late by a day',\n    422\n  ),\n};\nfunction createError(code: string, message: string, status: number): unknown {\n  return { code, message, status };\n}\n",
  "src/db/schema.ts": 'import { pgTable, text } from "drizzle-orm/pg-core";\n\nexport const berths = pgTable("berths", {\n  id: text("id").primaryKey(),\n  name: text("name").notNull(),\n});\n',
  "src/berths/list-berths.ts": '// Lists the berths of a harbour.\nimport { berths } from "../db/schema.ts";\n\nexport const listBerths = () => [berths];\n',
  "drizzle/0001_berths.sql": "CREATE TABLE berths (id TEXT PRIMARY KEY);\n",
  "drizzle/0002_names.sql": "ALTER TABLE berths ADD name TEXT;\n",
  "examples/blog/migrations/0001_posts.sql": "CREATE TABLE posts (id TEXT);\n",
  ".github/workflows/ci.yml": "jobs:\n  test:\n    steps:\n      - run: npm run check\n",
  "test/list-berths.test.ts": 'import { listBerths } from "../src/berths/list-berths.ts";\n\nlistBerths();\n',
}; // prettier-ignore

let repository: IndexedFiles;
beforeAll(async () => {
  repository = await indexFiles("harbour", [
    { message: "Begin", files },
    { message: "Bumped v2.0.0", files: { "VERSION": "2.0.0\n" } },
    { message: "berths: add listMooredBoats", files: { "src/berths/moored.ts": "export function listMooredBoats(): void {}\n" } },
  ]); // prettier-ignore
});
afterAll(() => repository.remove());

const write = async (prompt: string, folder = "/", of: PageRepository = repository) => {
  const subject = { name: "Harbour", scopes: [openScope(of, folder)], service: null, services: [] };
  const request = { title: "", prompt, output: "markdown" as const, template: null };
  return await writeFromPrompt(request, subject, { signal: new AbortController().signal });
};

it.each([
  ["How are requests authenticated and authorized?", ["`requireAuth`, a function | Lets only signed-in crews pass.", "`checkPassword`"], "`author`"],
  ["Which jobs, queues and scheduled tasks run in the background?", ["`JobQueue`, a class", "`Worker`"], "requireAuth"],
  ["Which errors does the service answer with, and what causes each?", ["“The harbour is full today”", "“The boat cannot be late by a day”"], "E_HARBOUR"],
  ["Which code reads and writes the stored entities?", ["`src/berths/list-berths.ts` | `berths` | Lists the berths"], "schema.ts"],
  ["How are migrations of the database written and run?", ["`npm run db:migrate` brings the database to the newest schema (`drizzle-kit migrate`)", "`drizzle/` holds migrations; by name the last is `0002_names.sql`"], "examples"],
  ["How do build, tests and release run in the project's automation?", ["`npm run check` (`ci.yml`)"], "undefined"],
  ["Quote what the changelog says about the newest versions.", ["says of `2.0.0 - 2026-03-28`", "Berths have names."], "Nothing yet"],
])("%s", async (prompt, says, not) => {
  const written = await write(prompt);
  for (const text of says) expect(written?.content).toContain(text);
  expect(written?.content).not.toContain(not);
}); // prettier-ignore

it("cites the message of an error that stands below its code", async () => {
  const written = await write("Which errors does the service answer with?");
  expect(written?.sources).toContainEqual(expect.objectContaining({ path: "src/errors.ts", startLine: 2, endLine: 4 }));
});

it.each([
  "List the recorded architecture decisions with their state and what each decides.",
  "List the HTTP endpoints with method, path, handler and what each does.",
])("says nothing where the code does not: %s", async (prompt) => {
  expect(await write(prompt)).toBeNull();
});

it("tells a folder's tests and purpose, not its repository's", async () => {
  expect((await write("Say where the tests are, how they run and what they reach.", "src/berths"))?.content).toContain("Tests lie in `test`.");
  expect((await write("Say what this module is responsible for.", "src/auth"))?.content ?? "").not.toContain("Tells harbours");
  expect(await write("Say where the tests are, how they run and what they reach.", "src/jobs")).toBeNull();
}); // prettier-ignore

it("tells by kind what came after the commit that made a release", async () => {
  // Commits of one second have no order of their own.
  const order = ["berths: add listMooredBoats", "Bumped v2.0.0", "Begin"];
  const { history } = repository.index;
  const recentCommits = (count: number) =>
    history.recentCommits(count).toSorted((a, b) => order.indexOf(a.subject) - order.indexOf(b.subject));
  const index = { ...repository.index, history: { ...history, recentCommits } };
  const prompt = "List what changed since the last release: features, fixes and breaking changes.";
  const written = await write(prompt, "/", { ...repository, index });
  expect(written?.content).toContain("**New** in commits since “Bumped v2.0.0”, as the code shows it:");
  expect(written?.content).toContain("see `listMooredBoats` in `src/berths/moored.ts`.");
});
