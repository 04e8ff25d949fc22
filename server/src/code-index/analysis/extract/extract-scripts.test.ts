import { expect, it } from "vitest";

import { factsOf } from "#server/code-index/testing/facts-as-text.ts";

it("reads the scripts of package.json at their lines, whatever else bears their names", async () => {
  const text = `{
  "name": "test",
  "dependencies": { "build": "1" },
  "scripts": {
    "test": "vitest run",
    "build": "tsc && vite build",
    "odd": 3
  }
}
`;
  expect(await scriptsOf("package.json", text)).toEqual([
    ["npm", "test", "vitest run", 5],
    ["npm", "build", "tsc && vite build", 6],
    ["npm", "odd", "", 7],
  ]);
});

it("reads the scripts of composer.json, steps in a row", async () => {
  const text = `{\n  "scripts": {\n    "check": ["@lint", "phpunit"],\n    "lint": "pint"\n  }\n}\n`;
  expect(await scriptsOf("composer.json", text)).toEqual([
    ["composer", "check", "@lint && phpunit", 3],
    ["composer", "lint", "pint", 4],
  ]);
});

it("reads the targets of a Makefile, and no variables, patterns or special targets", async () => {
  const text = `.PHONY: build test
CC := gcc
FLAGS ?= -O2
all: build test
build: main.o ## Builds it
	@$(CC) -o app main.o
	-rm -f tmp

# former:
%.o: %.c
	$(CC) -c $<
docs/html: docs
test::
	go test ./...
LIST = a:b
target: VAR = 1
`;
  expect(await scriptsOf("Makefile", text)).toEqual([
    ["make", "all", "", 4],
    ["make", "build", "$(CC) -o app main.o\nrm -f tmp", 5],
    ["make", "docs/html", "", 12],
    ["make", "test", "go test ./...", 13],
  ]);
  expect(await scriptsOf("scripts/release.mk", `release:\n\tgit push\n`)).toEqual([["make", "release", "git push", 1]]);
});

it("reads the recipes of a justfile", async () => {
  const text = `set shell := ["bash", "-c"]
version := "1"

# Builds it.
build target="all": deps
    cargo build --bin {{target}}
@quiet:
    echo hi
`;
  expect(await scriptsOf("justfile", text)).toEqual([
    ["just", "build", "cargo build --bin {{target}}", 5],
    ["just", "quiet", "echo hi", 7],
  ]);
});

it("reads the jobs of a workflow with what they run", async () => {
  const text = `name: CI
on:
  push:
    branches: [main]
env:
  RUN: none
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - run: npm ci
      - name: Test
        run: |
          npm test
          npm run lint
      # - run: former
  deploy-web:
    needs: test
    steps:
      - run: >-
          make deploy
`;
  expect(await scriptsOf(".github/workflows/ci.yml", text)).toEqual([
    ["ci", "test", "npm ci\nnpm test", 8],
    ["ci", "deploy-web", "make deploy", 18],
  ]);
  expect(await scriptsOf("ci.yml", text)).toEqual([]);
});

it("reads what a container runs", async () => {
  const text = `FROM node:24\nRUN npm ci\n# CMD ["former"]\nENTRYPOINT ["docker-entrypoint.sh"]\nCMD node server.js --port 80\n`;
  expect(await scriptsOf("Dockerfile", text)).toEqual([
    ["docker", "entrypoint", "docker-entrypoint.sh", 4],
    ["docker", "cmd", "node server.js --port 80", 5],
  ]);
});

it("reads the binaries of a crate", async () => {
  const text = `[package]\nname = "acme"\n[[bin]]\nname = "acme-cli"\npath = "src/cli.rs"\n`;
  expect(await scriptsOf("Cargo.toml", text)).toEqual([["cargo", "acme-cli", "cargo run --bin acme-cli", 3]]);
});

it("keeps the beginning of a long recipe", async () => {
  const text = `build:\n${"\techo a long step of a build\n".repeat(40)}`;
  const { scripts } = await factsOf("Makefile", text);
  expect(scripts.map(({ command }) => command.length)).toEqual([500]);
});

async function scriptsOf(path: string, text: string): Promise<unknown[][]> {
  const { scripts } = await factsOf(path, text);
  return scripts.map(({ runner, name, command, line }) => [runner, name, command, line]);
}
