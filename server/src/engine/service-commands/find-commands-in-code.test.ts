import { describe, expect, it } from "vitest";

import { indexFiles } from "#server/engine/pages/testing/index-files.ts";

import { findCommandsInCode } from "./find-commands-in-code.ts";

/** What is found, with the first line that it rests on. */
async function find(files: Record<string, string>, folder = ""): Promise<Record<string, unknown>> {
  const repository = await indexFiles("r", [{ message: "Begin", files }]);
  try {
    const { commands, programs } = await findCommandsInCode(repository, folder);
    const found = Object.entries(commands).map(([purpose, { command, sources }]) => {
      const [{ path, startLine } = { path: "", startLine: 0 }] = sources;
      return [purpose, `${command} (${path}:${startLine})`];
    });
    return { ...Object.fromEntries(found), programs };
  } finally {
    await repository.remove();
  }
}

const packageJson = (scripts: Record<string, string>, more: object = {}) =>
  JSON.stringify({ name: "board", scripts, ...more }, null, 2);
const code = { "src/board.ts": "export const boats = 1;\n" };
const workflow = (...steps: string[]) =>
  ["on: [push]", "jobs:", "  check:", "    runs-on: ubuntu-latest", "    steps:", ...steps, ""].join("\n");

describe("a project of npm", () => {
  it("is built before its tests where they test what was built, and installed as its CI does", async () => {
    const scripts = {
      "build:node": "babel src -d .",
      build: "run-p build:*",
      pretest: "npm run build && npm run lint",
      test: "nyc mocha --require @babel/register --recursive",
      lint: "eslint src test",
    };
    const ci = workflow(
      "      - uses: actions/setup-node@v4",
      "        with:",
      "          node-version: ${{ matrix.node-version }}",
      "      - name: Install dependencies",
      "        run: npm install --legacy-peer-deps",
      "      - run: npm test",
      "      - if: matrix.node-version == 24",
      "        uses: codecov/codecov-action@v5",
    );
    const files = { ...code, "package.json": packageJson(scripts), ".github/workflows/ci.yml": ci };
    expect(await find(files)).toMatchObject({
      install: "npm install --legacy-peer-deps (.github/workflows/ci.yml:10)",
      build: "npm run build (package.json:5)",
      test: "npm test (package.json:7)",
    });
  });

  it("is told by its scripts and lockfile, with the lines that say so", async () => {
    const scripts = { build: "vite build", test: "vitest run", lint: "eslint ." };
    const found = await find({
      ...code,
      "package.json": packageJson(scripts),
      "pnpm-lock.yaml": "lockfileVersion: 9\n",
    });
    expect(found).toMatchObject({
      install: "pnpm install --frozen-lockfile (pnpm-lock.yaml:1)",
      build: "pnpm run build (package.json:4)",
      test: "pnpm test (package.json:5)",
      lint: "pnpm run lint (package.json:6)",
    });
  });

  it.each([
    ["package-lock.json", "{}\n", "npm ci"],
    ["yarn.lock", "# yarn\n", "yarn install --frozen-lockfile"],
    ["bun.lock", "{}\n", "bun install --frozen-lockfile"],
  ])("with %s installs by it", async (lock, text, command) => {
    const found = await find({ ...code, "package.json": packageJson({}), [lock]: text });
    expect(found["install"]).toBe(`${command} (${lock}:1)`);
  });

  it("of a newer Yarn installs without changing its lockfile", async () => {
    const found = await find(
      {
        ...code,
        "yarn.lock": "# yarn\n\n__metadata:\n  version: 8\n",
        "web/package.json": packageJson({}),
        "web/a.ts": "export const a = 1;\n",
      },
      "web",
    );
    expect(found["install"]).toContain("yarn install --immutable");
  });

  it("has no test where its script only stands for one, waits for changes, needs containers or changes the code", async () => {
    const placeholder = 'echo "Error: no test specified" && exit 1';
    const lint = "eslint --fix .";
    for (const test of [placeholder, "vitest --watch", "docker compose run web npm run unit", "echo none"]) {
      const found = await find({ ...code, "package.json": packageJson({ test, lint }) });
      expect(found).not.toHaveProperty("test");
      expect(found).not.toHaveProperty("lint");
    }
  });

  it("in a workspace runs the folder's own scripts with the manager of the lockfile above", async () => {
    const found = await find(
      {
        "package.json": packageJson({ test: "all" }, { workspaces: ["web"] }),
        "yarn.lock": "# yarn\n",
        "web/package.json": packageJson({ test: "jest" }),
        "web/src/a.ts": "export const a = 1;\n",
      },
      "web",
    );
    expect(found["test"]).toBe("yarn test (web/package.json:4)");
  });

  it("prefers of several scripts the one that its CI runs", async () => {
    const scripts = { test: "vitest run", "test:unit": "vitest run --project unit" };
    const ci = workflow("      - run: npm ci", "      - run: npm run test:unit");
    const files = { ...code, "package.json": packageJson(scripts), "package-lock.json": "{}\n" };
    expect((await find(files))["test"]).toBe("npm test (package.json:4)");
    const found = await find({ ...files, ".github/workflows/ci.yml": ci });
    expect(found["test"]).toBe("npm run test:unit (package.json:5)");
  });
});

describe("a line of a workflow", () => {
  const python = {
    "requirements.txt": "flask\n",
    "app.py": "import flask\n",
    "web/package.json": packageJson({}),
    "web/a.ts": "export const a = 1;\n",
  };
  it.each([
    ["in the folder", ["      - run: pytest -q"], "pytest -q (.github/workflows/ci.yml:6)"],
    ["with variables of its own", ["      - run: APP=1 pytest -q"], "pytest -q (.github/workflows/ci.yml:6)"],
    ["in another folder", ["      - run: pytest", "        working-directory: web"], undefined],
    ["after moving away", ["      - run: cd web && pytest"], undefined],
    ["below moving away", ["      - run: |", "          cd web", "          pytest"], undefined],
    ["in a branch of a script", ["      - run: |", "          if true; then", "            pytest", "          fi"], undefined],
    ["after a branch of a script", ["      - run: |", "          if true; then", "            x", "          fi", "          pytest"], "pytest (.github/workflows/ci.yml:10)"],
    ["that depends on the run", ["      - run: pytest ${{ matrix.part }}"], undefined],
    ["of another system", ["      - if: runner.os == 'Windows'", "        run: pytest"], undefined],
  ])("%s counts as it should", async (_name, steps, test) => {
    const found = await find({ ...python, ".github/workflows/ci.yml": workflow(...steps) });
    expect(found["test"]).toBe(test);
  }); // prettier-ignore

  it("counts in the folder that its job names", async () => {
    const ci = workflow("      - run: npx eslint .").replace(
      "    runs-on",
      "    defaults:\n      run:\n        working-directory: ./web\n    runs-on",
    );
    const files = { ...python, ".github/workflows/ci.yml": ci };
    expect((await find(files, "web"))["lint"]).toBe("npx eslint . (.github/workflows/ci.yml:9)");
    expect(await find(files)).not.toHaveProperty("lint");
  });

  it("of a release is none of a check", async () => {
    const found = await find({ ...python, ".github/workflows/release.yml": workflow("      - run: pytest") });
    expect(found).not.toHaveProperty("test");
  });
});

it.each([
  [
    "Go",
    { "go.mod": "module board\n\ngo 1.25.0\n", "a.go": "package a\n", "a_test.go": "package a\n", ".golangci.yml": "version: 2\n" },
    { install: "go mod download", build: "go build ./...", test: "go test ./...", lint: "golangci-lint run" },
  ],
  ["Go without tests", { "go.mod": "module board\n", "a.go": "package a\n" }, { build: "go build ./...", test: undefined }],
  [
    "Go with a Makefile",
    { "go.mod": "module board\n", "a.go": "package a\n", "a_test.go": "package a\n", Makefile: "test:\n\tgo test -tags x ./...\n" },
    { test: "make test" },
  ],
  [
    "Rust",
    { "Cargo.toml": '[package]\nname = "board"\nversion = "0.1.0"\n', "src/lib.rs": "pub fn a() {}\n" },
    { install: "cargo fetch", build: "cargo build", test: "cargo test" },
  ],
  [
    "Python with uv",
    { "pyproject.toml": '[project]\nname = "board"\nrequires-python = ">=3.12"\n[tool.pytest.ini_options]\nx = 1\n', "uv.lock": "version = 1\n", "a.py": "x = 1\n" },
    { install: "uv sync", test: "uv run pytest" },
  ],
  [
    "Python with requirements",
    { "requirements.txt": "django\n", "requirements-dev.txt": "pytest\n", "a.py": "x = 1\n" },
    { install: "python3 -m pip install -r requirements.txt -r requirements-dev.txt", test: "python3 -m pytest" },
  ],
  [
    "Django",
    { "requirements.txt": "Django==5\n", "manage.py": "import django\n" },
    { test: "python3 manage.py test" },
  ],
  [
    "Django beside a pyproject",
    { "pyproject.toml": '[project]\nname = "board"\n', "requirements.txt": "Django==5\n", "board/manage.py": "import django\n" },
    { test: "python3 board/manage.py test" },
  ],
  [
    "Maven",
    { "pom.xml": "<project><artifactId>board</artifactId></project>\n", mvnw: "#!/bin/sh\n", "src/main/java/A.java": "class A {}\n", "src/test/java/ATest.java": "class ATest {}\n" },
    { build: "./mvnw --batch-mode -DskipTests package", test: "./mvnw --batch-mode test" },
  ],
  [
    "Gradle",
    { "build.gradle": "plugins { id 'java'\n id 'checkstyle' }\n", gradlew: "#!/bin/sh\n", "src/main/java/A.java": "class A {}\n", "src/test/java/ATest.java": "class ATest {}\n" },
    { build: "./gradlew --no-daemon assemble", test: "./gradlew --no-daemon test", lint: "./gradlew --no-daemon check -x test" },
  ],
  [
    "Ruby",
    { Gemfile: 'source "https://rubygems.org"\ngem "rspec"\n', "lib/a.rb": "A = 1\n", "spec/a_spec.rb": "describe 1\n" },
    { install: "bundle install", test: "bundle exec rspec" },
  ],
  [
    "PHP with files of npm beside it",
    { "composer.json": '{\n  "name": "a/b",\n  "require-dev": { "phpunit/phpunit": "^11" }\n}\n', "phpunit.xml": "<phpunit/>\n", "app/A.php": "<?php\nclass A {}\nclass B {}\n", "package.json": packageJson({ test: "jest" }) },
    { install: "composer install --no-interaction", test: "vendor/bin/phpunit" },
  ],
  [
    ".NET",
    { "Board.sln": "x\n", "src/Board.csproj": "<Project></Project>\n", "src/A.cs": "class A {}\n", "tests/T.csproj": '<Project><ItemGroup><PackageReference Include="xunit" Version="2" /></ItemGroup></Project>\n' },
    { install: "dotnet restore", build: "dotnet build", test: "dotnet test" },
  ],
  ["only documents", { "README.md": "# Board\n" }, { install: undefined, test: undefined }],
])("%s is told by its files", async (_name, files, expected) => {
  const found = await find(files);
  for (const [purpose, command] of Object.entries(expected)) {
    expect(found[purpose]).toEqual(command === undefined ? undefined : expect.stringContaining(`${command} (`));
  }
}, 30_000); // prettier-ignore

it("names the programs that they start, with the version that is asked for and where", async () => {
  const found = await find({
    ...code,
    "package.json": packageJson({ test: "vitest run" }, { engines: { node: ">=22" } }),
    "package-lock.json": "{}\n",
    ".nvmrc": "20\n",
  });
  expect(found["programs"]).toMatchObject([
    { program: "node", name: "Node.js", version: ">=22", sources: [{ path: "package.json", startLine: 7 }] },
    { program: "npm", version: null },
  ]);
});
