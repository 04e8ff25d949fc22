import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { askCodebase, indexCodebase, type IndexedCodebase } from "./testing/index-codebase.ts";

const guide = `# Development

## Prerequisites

- Python 3.12
- task

## First steps

Install everything once with \`task setup\`.

## Starting the servers

Two shells are needed:

\`\`\`bash
# the server
task py

# the pages
task ui
\`\`\`

## Deploying to production

\`\`\`bash
docker compose up -d
\`\`\`
`;
const taskfile = `version: "3"
tasks:
  setup:py:
    desc: setup python dependencies
    cmds:
      - poetry install
  setup:ui:
    desc: setup frontend dependencies
    dir: web
    cmds:
      - yarn install
  setup:
    desc: setup all dependencies
    deps:
      - setup:py
      - setup:ui
  dev:generate:
    desc: run code generators
    cmds:
      - poetry run python generate.py
      - task: py:format
  dev:clean:
    desc: cleans up, removes all data files
    cmds:
      - rm -rf ./data
  py:format:
    desc: runs python code formatter
    cmds:
      - poetry run ruff format .
  py:lint:
    desc: runs python linter
    cmds:
      - poetry run ruff check
  py:check:
    desc: runs all checks
    deps:
      - py:format
      - py:lint
  py:
    desc: runs the backend server
    cmds:
      - poetry run python harbour/app.py
  ui:
    desc: runs the frontend server
    dir: web
    cmds:
      - yarn run dev
`;
const files: Record<string, string> = {
  "README.md":
    "# Harbour\n\nHarbour keeps berths.\n\n## Contributing\n\nIf you are not a coder, you can contribute financially.\n",
  "docs/docs/guide/development.md": guide,
  "docs/docs/guide/contributing.md":
    "# Contributing\n\nBefore a pull request:\n\n1. Say what you did.\n2. Run the tests with `task py:check`.\n",
  "Taskfile.yml": taskfile,
  "pyproject.toml":
    '[tool.poetry]\nname = "harbour"\n\n[tool.poetry.scripts]\nstart = "harbour.app:main"\n\n[tool.poetry.dependencies]\nflask = "^3.0"\n',
  "poetry.lock": "",
  "harbour/app.py":
    'import os\n\n# The address of the mail server.\nMAIL_SERVER = os.getenv("MAIL_SERVER", "localhost")\n\n\ndef main():\n    return 1\n',
  "web/package.json": '{\n  "name": "web",\n  "scripts": { "dev": "nuxt", "start": "nuxt start" }\n}\n',
};

let indexed: IndexedCodebase;
beforeAll(async () => {
  indexed = await indexCodebase("harbour", [{ message: "Begin", files }]);
});
afterAll(() => indexed.remove());
const ask = async (text: string) => (await askCodebase(indexed.codebase, { text })).text;

describe("how the whole is run", () => {
  it.each([
    "How do I run it on my own machine, with both the server and the web UI?",
    "How do I start the dev server?",
  ])("is told by the document for it, in its order, then by the commands: %s", async (question) => {
    const text = await ask(question);
    expect(text).toMatch(
      /^`docs\/docs\/guide\/development\.md` says under “Prerequisites”:[^]*- Python 3\.12[^]*“First steps”[^]*`task setup`[^]*“Starting the servers”[^]*task py[^]*task ui/,
    );
    const rows = text.split("\n").filter((line) => line.startsWith("| `"));
    expect(rows.map((line) => line.split(" | ").slice(0, 2))).toEqual([
      ["| `task setup`", "setup all dependencies: `task setup:py`, then `task setup:ui`"],
      ["| `task py`", "runs the backend server: `poetry run python harbour/app.py`"],
      ["| `task ui`", "runs the frontend server: `yarn run dev`"],
    ]);
    expect(text).toContain("Commands that the code defines for it, in the order in which they are documented:\n");
    expect(text).not.toMatch(/financially|production|docker|dev:clean|dev:generate/);
  });

  it("is told otherwise where it is to be deployed", async () => {
    const text = await ask("How do I deploy it in production?");
    expect(text).toContain("docker compose up -d");
    expect(text).not.toContain("task py");
  });
});

describe("which checks a change has to pass", () => {
  it("is told by the command that runs others first, then by what the guide asks for", async () => {
    const text = await ask("How do I run the tests and the linters before opening a pull request?");
    const rows = text.split("\n").filter((line) => line.startsWith("| `"));
    expect(text).toContain("Commands that the code defines for it, those that run others first:\n");
    expect(rows[0]).toContain("| `task py:check` | runs all checks: `task py:format`, then `task py:lint` |");
    expect(text).toMatch(/contributing\.md` says[^]*Run the tests with `task py:check`\./);
  });
});

describe("commands that take away what is there", () => {
  it("are offered to nobody who did not ask for them, and then marked", async () => {
    expect(await ask("Which commands are there?")).not.toContain("dev:clean");
    expect(await ask("Which command cleans up the data?")).toMatch(
      /`task dev:clean` \| \*\*takes away what is there\*\*/,
    );
  });
});

it("types a script of a manifest with the tool that its lock file names", async () => {
  expect(await ask("Which commands are there?")).toContain("| `poetry run start` | `harbour.app:main` |");
});

it("leaves the set-up of one thing to its settings", async () => {
  expect(await ask("How do I set up the mail server?")).toMatch(/^\*\*`MAIL_SERVER`\*\*/);
});

it("tells no order of commands that nothing puts in one", async () => {
  const makefile = "serve:\n\tgo run .\n\nmigrate:\n\tgo run ./migrate\n\nsetup:\n\tgo mod download\n";
  const quay = await indexCodebase("quay", [{ message: "Begin", files: { Makefile: makefile } }]);
  const { text } = await askCodebase(quay.codebase, { text: "How do I run it on my own machine?" });
  expect(text).toContain("Commands that the code defines for it:\n");
  expect(text).not.toMatch(/in the order|first:/);
  await quay.remove();
});

it("tells by images, containers and automation how it is deployed, where no document does", async () => {
  const files = {
    Dockerfile: "FROM builder-$ARCH AS build\nFROM alpine:3\nENV QUAY_PORT=4010\nEXPOSE $QUAY_PORT\nENTRYPOINT [\"quay\"]\n",
    "docker-compose.yml": "services:\n  quay:\n    build: .\n  store:\n    image: postgres:18\n",
    ".github/workflows/ship.yml": "on: push\njobs:\n  ship:\n    steps:\n      - run: docker compose up -d\n",
  }; // prettier-ignore
  const quay = await indexCodebase("quay", [{ message: "Begin", files }]);
  const { text } = await askCodebase(quay.codebase, { text: "How is it deployed?" });
  expect(text.replaceAll(/ ?\[\d+\]/g, "")).toBe(
    [
      "- `Dockerfile` builds an image from `alpine:3`. It starts `quay`. It declares the port `4010`.",
      "- `docker-compose.yml` runs `quay` and `store` (`postgres:18`) together.",
      "",
      "The project's own automation builds and ships with:",
      "",
      "- `docker compose up -d` (`ship.yml`).",
    ].join("\n"),
  );
  await quay.remove();
});
