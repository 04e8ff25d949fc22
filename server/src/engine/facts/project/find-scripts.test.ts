import { expect, it } from "vitest";

import { explainCommand } from "./explain-command.ts";

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
  ["lint:fix", "eslint . --fix", "corrects mistakes in the code"],
  ["lint:fix", "npm run eslint:fix", "corrects mistakes in the code"],
  ["tidy", "bundle exec standardrb --fix-unsafely", "corrects mistakes in the code"],
  ["bin/lint", "", null],
  ["lint", `bundle exec rubocop -A\n${"echo done\n".repeat(20)}`, "corrects mistakes in the code"],
  ["style", "biome format", "checks how the code is formatted"],
  ["style", "biome format --write", "formats the code"],
  ["test.setup", "epmd -daemon", null],
  ["dev:custom", "webpack serve --mode development", "starts the interface with live reload"],
  ["migrate:make", "knex migrate:make", null],
  ["unit", "coverage run -m pytest", "runs the tests, then measures how much the tests cover"],
])("%s: %s", (name, command, explanation) => {
  expect(explainCommand(name, command)).toBe(explanation);
});
