import { expect, it } from "vitest";

import { explainCommand } from "./explain-command.ts";
import { startingScripts } from "./find-scripts.ts";

it.each([
  ["test:watch", "npm run unit -- --watch --coverage-report=none", "runs the tests"],
  ["coverage", "vitest run --coverage", "runs the tests, then measures how much the tests cover"],
  ["clean-build", "rm -rf build/ .coverage cover/", "removes what earlier builds left"],
  ["build:server", "node ./build.js", "builds the program"],
  ["build:sync-version", "node scripts/sync-version.js", null],
  ["all", "pnpm -r build", "runs the same task in the packages"],
  // One package is not the packages.
  ["collab:open", "pnpm --filter ./apps/server run collab:open", null],
  ["help", 'echo "coverage - measures"', null],
  ["unit", "coverage run -m pytest", "runs the tests, then measures how much the tests cover"],
])("%s: %s", (name, command, explanation) => {
  expect(explainCommand(name, command)).toBe(explanation);
});

it("lists what starts the program before what prepares it, and no step of a build", () => {
  const names = ["build:sync-version", "build", "migrate", "seed", "worker", "lint", "dev", "build:web"];
  const scripts = names.map((name, at) => ({
    path: "package.json",
    script: { name, command: name, runner: "npm", line: at + 1, about: null },
    evidence: { repositoryId: "r", commit: "c", path: "package.json", startLine: at + 1, endLine: at + 1 },
  }));
  expect(startingScripts(scripts).map(({ script }) => script.name)).toEqual([
    "dev",
    "worker",
    "migrate",
    "seed",
    "build",
    "build:web",
  ]);
});
