import { expect, it } from "vitest";

import { openScope } from "#server/engine/facts/scope/open-scope.ts";
import { indexFiles } from "#server/engine/pages/testing/index-files.ts";

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
