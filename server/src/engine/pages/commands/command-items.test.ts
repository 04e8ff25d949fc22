import { afterEach, expect, it } from "vitest";

import { findScripts } from "#server/engine/facts/project/find-scripts.ts";
import { openScope } from "#server/engine/facts/scope/open-scope.ts";
import { indexFiles, type IndexedFiles } from "#server/engine/pages/testing/index-files.ts";

import { scriptItems } from "./command-items.ts";

let indexed: IndexedFiles | null = null;
afterEach(async () => {
  await indexed?.remove();
  indexed = null;
});

async function itemsOf(files: Record<string, string>): Promise<string[]> {
  indexed = await indexFiles("harbour", [{ message: "Begin", files }]);
  const scope = openScope(indexed, "/");
  return scriptItems(scope, findScripts(scope), 12).map(({ text }) => text);
}

it("tells all steps of a recipe in the order that they run in, not one that a tool is known of", async () => {
  const makefile = [
    "watch:",
    "\tdocker compose up -d postgres",
    "\tNODE_ENV=test yarn sequelize db:drop",
    "\tNODE_ENV=test yarn sequelize db:migrate",
    "\tyarn test:watch",
    "",
    "test:",
    "\tdocker compose up -d postgres",
    "\tyarn vitest run",
    "",
  ];
  expect(await itemsOf({ Makefile: makefile.join("\n") })).toEqual([
    "`make watch` runs `docker compose up -d postgres`, then `NODE_ENV=test yarn sequelize db:drop`, then `NODE_ENV=test yarn sequelize db:migrate`, then `yarn test:watch`.",
    "`make test` runs `docker compose up -d postgres`, then `yarn vitest run`.",
  ]);
});

it("shows long commands cut, and what is a command with more behind it beside the command", async () => {
  const scripts = {
    dev: `NODE_ENV=development nodemon --exec "yarn build && yarn serve" ${"--watch boats ".repeat(12)}`,
    test: "vitest run",
    "test:app": "vitest run --project app",
    "test:server": "vitest run --project server",
  };
  const items = await itemsOf({ "package.json": JSON.stringify({ name: "harbour", scripts }), "yarn.lock": "" });
  expect(items).toEqual([
    expect.stringMatching(/^`yarn dev` runs `NODE_ENV=development nodemon .*…`\.$/),
    "`yarn test` runs the tests (`vitest run`); the same is `yarn test:app` with `--project app` and `yarn test:server` with `--project server`.",
  ]);
});
