import { afterEach, expect, it } from "vitest";

import { openScope } from "#server/engine/facts/scope/open-scope.ts";
import { indexFiles, type IndexedFiles } from "#server/engine/pages/testing/index-files.ts";
import type { PageSubject } from "#server/engine/sections/section-template.ts";

import { draftTest } from "./draft-checks.ts";

let indexed: IndexedFiles | null = null;
afterEach(async () => {
  await indexed?.remove();
  indexed = null;
});

const workflow = `name: Tests
on: push
jobs:
  lint:
    runs-on: ubuntu-latest
    steps:
      - run: ruff check .
  test:
    runs-on: ubuntu-latest
    services:
      database:
        image: postgres:18
        ports: ["5432:5432"]
    steps:
      - uses: actions/checkout@v6
      - name: Test
        working-directory: server
        run: |
          python manage.py test --parallel auto
        env:
          DB: postgres
          DB_PASSWORD: secret
          # Other runs have none.
          RUN: \${{ matrix.run }}
      - name: Coverage
        run: coverage run --source=boats manage.py test
        env:
          NEVER: told
`;

async function itemsOf(files: Record<string, string>): Promise<string[]> {
  indexed = await indexFiles("harbour", [{ message: "Begin", files }]);
  const draft = await draftTest({ scopes: [openScope(indexed, "/")], services: [] } as unknown as PageSubject);
  return (
    JSON.stringify(draft)
      .match(/"text":"(?:[^"\\]|\\.)*"/g)
      ?.map((one) => JSON.parse(`{${one}}`).text) ?? []
  );
}

it("tells what the automation tests with, what it sets and what runs beside, in place of what is usual", async () => {
  const items = await itemsOf({
    "requirements.txt": "django==6.0\n",
    "manage.py": "import django\n",
    "boats/tests/test_boats.py": "def test_boats():\n    assert True\n",
    ".github/workflows/tests.yml": workflow,
  });
  expect(items.slice(0, 2)).toEqual([
    "`python manage.py test --parallel auto` in `server` is what `tests.yml` runs, with `DB=postgres`, `DB_PASSWORD` and `RUN` set and beside `postgres:18`.",
    "`coverage run --source=boats manage.py test` is what `tests.yml` runs, with `NEVER=told` set and beside `postgres:18`.",
  ]);
  expect(items.join("\n")).not.toContain("as is usual");
});

it("says of a script that the automation runs it", async () => {
  const items = await itemsOf({
    "package.json": JSON.stringify({ name: "harbour", scripts: { test: "jest" } }),
    "src/boats.test.js": "test('boats', () => {});\n",
    ".github/workflows/ci.yml": "jobs:\n  test:\n    steps:\n      - run: npm test\n",
  });
  expect(items).toEqual(["`npm test` runs the tests (`jest`). `ci.yml` runs it."]);
});

it("names no script of tests of a package that has none", async () => {
  const scripts = { test: "jest", lint: "eslint ." };
  const files = {
    "go.mod": "module harbour\n",
    "boats_test.go": "package harbour\n\nfunc TestBoats() {}\n",
    "web/package.json": JSON.stringify({ name: "web", scripts }),
    "web/src/boats.js": "export const boats = [];\n",
  };
  expect((await itemsOf(files)).join("\n")).not.toContain("jest");
  await indexed?.remove();
  const tested = { ...files, "web/src/boats.test.js": "test('boats', () => {});\n" };
  expect((await itemsOf(tested)).join("\n")).toContain("`npm test` in `web` runs the tests (`jest`).");
});

it("tells checks in one statement, and of the automation nothing that is told already with a flag behind it", async () => {
  const scripts = { test: "jest", lint: "eslint .", "format:check": "prettier --check ." };
  const items = await itemsOf({
    "package.json": JSON.stringify({ name: "harbour", scripts }),
    "src/boats.test.js": "test('boats', () => {});\n",
    ".github/workflows/ci.yml": "jobs:\n  lint:\n    steps:\n      - run: npm run lint --quiet\n",
  });
  expect(items).toEqual([
    "`npm test` runs the tests (`jest`).",
    "`npm run lint` looks for mistakes in the code (`eslint .`); `npm run format:check` checks how the code is formatted (`prettier --check .`).",
  ]);
});
