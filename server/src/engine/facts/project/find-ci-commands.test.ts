import { expect, it } from "vitest";

import { openScope } from "#server/engine/facts/scope/open-scope.ts";
import { indexFiles } from "#server/engine/pages/testing/index-files.ts";
import { startCpuClock } from "#server/testing/cpu-clock.ts";

import { findCiCommands } from "./find-ci-commands.ts";

it("reads each command of a workflow with its lines", async () => {
  const workflow = [
    "jobs:",
    "  check:",
    "    steps:",
    "      - run: npm ci",
    "      - name: Tests",
    "        run: |",
    "          # comment",
    "          npm test -- \\",
    "            --coverage",
    "          npm run lint",
    "      - run: 'make build'",
  ].join("\n");
  const repository = await indexFiles("r", [{ message: "Begin", files: { ".github/workflows/ci.yml": workflow } }]);
  const found = await findCiCommands(openScope(repository, "/"));
  expect(found.map(({ command, evidence }) => [command, evidence.startLine, evidence.endLine])).toEqual([
    ["npm ci", 4, 4],
    ["npm test -- --coverage", 8, 9],
    ["npm run lint", 10, 10],
    ["make build", 11, 11],
  ]);
  await repository.remove();
});

it.each([
  [".gitlab-ci.yml", "image: x\ntest:\n  before_script:\n    - npm ci\n  script:\n    - npm test # all\n    - |\n      multi\n  stage: test\n", ["npm ci 4", "npm test 6"]],
  [".circleci/config.yml", "jobs:\n  a:\n    steps:\n      - checkout\n      - run: npm ci\n      - run:\n          name: x\n          command: npm test\n", ["npm ci 5", "npm test 8"]],
  [".woodpecker/test.yml", "steps:\n  a:\n    commands:\n      - go test ./...\n", ["go test ./... 4"]],
  [".github/workflows/a.yml", "jobs:\n  a:\n    steps:\n      - run: |\n          cat > x <<'EOF'\n          make\n          EOF\n          make test\n", ["cat > x <<'EOF' 5", "make test 8"]],
])("reads %s", async (path, text, commands) => {
  const repository = await indexFiles("r", [{ message: "Begin", files: { [path]: text } }]);
  const found = await findCiCommands(openScope(repository, "/"));
  expect(found.map(({ command, evidence }) => `${command} ${evidence.startLine}`)).toEqual(commands);
  await repository.remove();
}); // prettier-ignore

it("of hostile workflows take no longer", async () => {
  const steps = `      - run: x${" ".repeat(40_000)}x\n`;
  const files = { ".github/workflows/ci.yml": `jobs:\n  a:\n    steps:\n${steps}      - run: make test\n` };
  const repository = await indexFiles("r", [{ message: "Begin", files }]);
  const scope = openScope(repository, "/");
  const workedMs = startCpuClock();
  expect((await findCiCommands(scope)).map(({ command }) => command)).toEqual(["make test"]);
  expect(workedMs()).toBeLessThan(1_000);
  await repository.remove();
});
