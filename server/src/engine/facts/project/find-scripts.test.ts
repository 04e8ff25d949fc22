import { expect, it } from "vitest";

import { explainCommand } from "./find-scripts.ts";

it.each([
  ["test:watch", "npm run unit -- --watch --coverage-report=none", "runs the tests"],
  ["coverage", "vitest run --coverage", "runs the tests, then measures how much the tests cover"],
  ["clean-build", "rm -rf build/ .coverage cover/", "removes what earlier builds left"],
  ["build:server", "node ./build.js", "builds the program"],
  ["help", 'echo "coverage - measures"', null],
  ["unit", "coverage run -m pytest", "runs the tests, then measures how much the tests cover"],
])("%s: %s", (name, command, explanation) => {
  expect(explainCommand(name, command)).toBe(explanation);
});
