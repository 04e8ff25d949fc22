import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { openScope, type CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { indexFiles, type IndexedFiles } from "#server/engine/pages/testing/index-files.ts";

import { findCiCommands } from "./find-ci-commands.ts";
import {
  findSettings,
  isEnvironmentFile,
  isSecretName,
  shownDefault,
  shownExample,
  type Setting,
} from "./find-config.ts";
import { findPrerequisites } from "./find-prerequisites.ts";
import { findScripts, groupScripts } from "./find-scripts.ts";
import { runLine, runLineIn } from "./run-line.ts";

const workflow = `on: push
defaults:
  run:
    working-directory: web
jobs:
  check:
    steps:
      - run: npm ci # exactly what is locked
      - run: echo "#1"
      - run: >-
          npm test --
          --coverage

          --bail
      - run: |-
          make build
          make pack
      - run: "make run"
      - name: run: nothing
`;

const files: Record<string, string> = {
  "package.json": '{\n  "packageManager": "pnpm@9.1.0",\n  "engines": { "node": ">=24" },\n  "scripts": {\n    "start": "node server.js",\n    "check": "make check"\n  }\n}\n',
  "pnpm-lock.yaml": "lockfileVersion: 9\n",
  ".nvmrc": "v24.1\n",
  ".tool-versions": "nodejs 24.1.0\nterraform 1.9\n",
  ".github/workflows/ci.yml": workflow,
  "docs/compose.yml": "services:\n  shown:\n    image: shown:1\n",
  "tide/mise.toml": '[tools]\nelixir = "1.19"\nnode = "24"\nrust = "latest"\n',
  "go/go.mod": "module example.org/go\n\ngo 1.22\n",
  "go/compose.dev.yml": "services:\n  db:\n    image: 'postgres:17' # newest\n  again:\n    image: postgres:17\n  own:\n    image: ${IMAGE}\n",
  "rust/Cargo.toml": '[package]\nname = "rust"\nrust-version = "1.80"\n',
  "rust/rust-toolchain.toml": '[toolchain]\nchannel = "nightly-2026-01-01"\n',
  "rust/docker-compose.yml": "services:\n  own:\n    build: .\n",
  "py/pyproject.toml": '[project]\nname = "py"\nrequires-python = ">=3.12"\n\n[tool.poe.tasks]\nlint = "ruff check ."\n',
  "py/uv.lock": "version = 1\n",
  "py/.python-version": "3.13\n",
  "jvm/deploy/compose.yml": "services:\n  db:\n    image: mariadb:11\n",
  "jvm/tools/tides/compose.yml": "services:\n  tides:\n    image: tides:1\n",
  "py/tools/tides/compose.yml": "services:\n  tides:\n    image: tides:1\n",
  "jvm/pom.xml": "<project>\n  <properties>\n    <java.version>21</java.version>\n  </properties>\n</project>\n",
  "jvm/build.gradle": "sourceCompatibility = JavaVersion.VERSION_1_8\n",
  "Makefile": "check:\n\tmake lint\n\ncheck-all:\n\tmake lint\n",
  "web/Dockerfile": "FROM scratch\n",
  "web/.env": "# Where it listens\nPORT=3000 # not 80\nHOST=\"localhost\" # here\nCOLOUR='#fff'\nURL=http://x/#part\nEMPTY=\n",
  "web/.env.example": "PORT=8080\nAPI_TOKEN=abcdefgh\n",
  "web/.env.test": "ONLY_IN_TESTS=1\n",
  "web/examples/.env": "ONLY_IN_EXAMPLES=1\n",
  "web/src/read.ts": "export const port = Number(process.env.PORT ?? 4010);\nexport const home = process.env.HOME;\n// TODO better\nexport const zone = process.env.ZONE;\nexport const colour = readText(process.env, \"COLOUR\");\n",
}; // prettier-ignore

let repository: IndexedFiles;
beforeAll(async () => {
  repository = await indexFiles("r", [{ message: "Begin", files }]);
});
afterAll(() => repository.remove());
const scopeOf = (folder: string): CodeScope => openScope(repository, folder);

describe("what must be there before anything else", () => {
  const root = [
    "Node.js `>=24`. package.json:3",
    "The package manager `pnpm`, version 9.1.0. package.json:2",
    "Node.js `v24.1` is what `.nvmrc` selects. .nvmrc:1",
    "Node.js `24.1.0` is what `.tool-versions` selects. .tool-versions:1",
  ];
  it.each([
    ["/web", []],
    ["/go", ["Go 1.22 or newer. go/go.mod:3", "Docker, if you want `compose.dev.yml` to start `postgres:17` for you. go/compose.dev.yml:3,5"]],
    ["/rust", ["Rust 1.80 or newer. rust/Cargo.toml:3", "The Rust toolchain `nightly-2026-01-01`. rust/rust-toolchain.toml:2", "Docker, if you want the containers of `docker-compose.yml`. rust/docker-compose.yml:3"]],
    ["/tide", ["Elixir `1.19` is what `mise.toml` selects. tide/mise.toml:2", "Node.js `24` is what `mise.toml` selects. tide/mise.toml:3"]],
    ["/py", ["Python `3.13`. py/.python-version:1", "Python `>=3.12`. py/pyproject.toml:3"]],
    ["/jvm", ["Java 1.8, with Gradle. jvm/build.gradle:1", "Java 21, with Maven. jvm/pom.xml:3", "Docker, if you want `deploy/compose.yml` to start `mariadb:11` for you. jvm/deploy/compose.yml:3"]],
  ])("in %s, beside what the root asks for", async (folder, expected) => {
    const found = (await findPrerequisites(scopeOf(folder))).map(
      ({ text, evidence }) => `${text} ${evidence[0]?.path}:${evidence.map(({ startLine }) => startLine).join(",")}`,
    );
    expect(found.filter((one) => !root.includes(one))).toEqual(expected);
    expect(found.filter((one) => root.includes(one)).toSorted()).toEqual(root.toSorted());
  }); // prettier-ignore
});

it("reads the commands of a workflow: no settings of steps, no comments, folded lines as one", async () => {
  const found = await findCiCommands(scopeOf("/web"));
  expect(found.map(({ command, evidence }) => [command, evidence.startLine, evidence.endLine])).toEqual([
    ["npm ci", 8, 8],
    ['echo "#1"', 9, 9],
    ["npm test -- --coverage", 11, 12],
    ["--bail", 14, 14],
    ["make build", 16, 16],
    ["make pack", 17, 17],
    ["make run", 18, 18],
  ]);
});

describe("scripts", () => {
  it.each([
    ["/", ["make check", "make check-all", "pnpm start", "pnpm run check", "uv run poe lint"]],
    ["/py", ["uv run poe lint"]],
    ["/go", []],
  ])("of %s are run with the tools of its lock files", (folder, expected) => {
    const scope = scopeOf(folder);
    expect(findScripts(scope).map((one) => runLineIn(scope, one))).toEqual(expected);
  });

  it("that run the same from the same folder are one, under the name that npm gives it", () => {
    const script = (runner: string, name: string, command: string, path = "x") => ({
      path,
      script: { runner, name, command, line: 1, about: null },
      evidence: { repositoryId: "r", path, startLine: 1, endLine: 1 },
    });
    const groups = groupScripts([
      script("make", "lint", "eslint ."),
      script("npm", "style", " eslint . "),
      script("npm", "lint", "eslint .", "web/x"),
      script("npm", "test", "vitest"),
    ]);
    expect(groups.map((group) => group.map((one) => `${one.script.runner} ${one.script.name}`))).toEqual([
      ["npm style", "make lint"],
      ["npm lint"],
      ["npm test"],
    ]);
  });

  it.each([
    ["npm", "start", "npm", "npm start"], ["npm", "build", "npm", "npm run build"], ["npm", "test", "bun", "bun run test"],
    ["npm", "build", "yarn", "yarn build"], ["npm", "test", "yarn", "yarn test"], ["npm", "test", "pnpm", "pnpm test"],
    ["make", "all", "npm", "make all"], ["just", "all", "npm", "just all"], ["cargo", "xtask", "npm", "cargo xtask"], ["cargo-bin", "quay", "npm", "cargo run --bin quay"], ["taskfile", "dev", "npm", "task dev"],
    ["poetry", "serve", "npm", "poetry run serve"], ["tox", "tox", "npm", "tox"], ["tox", "py313", "npm", "tox -e py313"],
    ["shell", "./run.sh", "npm", "./run.sh"],
  ])("of %s called %s are typed with %s as: %s", (runner, name, manager, expected) => {
    expect(runLine({ runner, name }, manager)).toBe(expected);
  }); // prettier-ignore
});

describe("settings", () => {
  it("come from files to be copied, from code, then from what is committed; nobody fills in what the system sets", async () => {
    const found = await findSettings(scopeOf("/web"));
    expect(
      found.map((one) => [
        one.name,
        one.defaultValue,
        one.example,
        one.about,
        one.readers.length,
        one.reading,
        one.isInExample,
      ]),
    ).toEqual([
      ["PORT", "4010", "8080", "Where it listens.", 1, null, true],
      ["API_TOKEN", null, "abcdefgh", null, 0, null, true],
      ["HOST", null, null, null, 0, null, true],
      ["COLOUR", null, null, null, 0, null, true],
      ["URL", null, null, null, 0, null, true],
      ["EMPTY", null, null, null, 0, null, true],
      ["ZONE", null, null, null, 1, null, false],
    ]);
  });

  it.each([
    ["API_TOKEN", "abcdefgh", null],
    ["API_TOKEN", "none", "none"],
    ["DATABASE_URL", "postgres://ada:pass@db/app", "postgres://…@db/app"],
    ["PORT", "80", "80"],
    ["PORT", null, null],
  ])("%s=%s shows %s", (name, value, expected) => {
    expect(shownDefault({ name, defaultValue: value } as Setting)).toBe(expected);
    expect(shownExample({ name, defaultValue: null, example: value } as Setting)).toBe(expected);
    expect(shownExample({ name, defaultValue: value, example: value } as Setting)).toBeNull();
  });

  it.each([
    ["JWT_SECRET", true], ["DB_PASSWD", true], ["STRIPE_API_KEY", true], ["APIKEY", true], ["SIGNING_KEY", true],
    ["SENTRY_DSN", true], ["PASSWORD_SALT", true], ["KEYBOARD", false], ["MONKEY", false], ["PORT", false], ["DSN_HOST", false],
  ] as const)("%s may be secret: %s", (name, expected) => {
    expect(isSecretName(name)).toBe(expected);
  }); // prettier-ignore

  it.each([
    [".env", true], ["web/.env.local", true], ["a/.production.env.example", true], ["example.env", true],
    ["src/env.ts", false], [".environment", false], ["src/main/resources/application.properties", false],
  ] as const)("%s holds the environment: %s", (path, expected) => {
    expect(isEnvironmentFile(path)).toBe(expected);
  }); // prettier-ignore
});
