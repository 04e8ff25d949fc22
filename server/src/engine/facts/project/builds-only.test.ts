import { expect, it } from "vitest";

import { buildsOnly } from "./builds-only.ts";
import { explainCommand } from "./explain-command.ts";

it.each([
  ["encore dev", true],
  ["encore dev --watch", true],
  ["encore dev-server", true],
  ["NODE_ENV=production npx webpack --watch", true],
  ["vite build --watch", true],
  ["tsc -w", true],
  ["rm -rf var/cache/dev", true],
  ["@echo warm\nphp -d memory_limit=1G bin/console cache:warmup --env dev -n", true],
  ["vite", false],
  ["webpack serve", false],
  ["webpack-dev-server --hot", false],
  ["esbuild src/app.ts --servedir=www", false],
  ["gulp serve", false],
  ["tsc && node dist/main.js", false],
  ["rm -rf dist && vite", false],
  ["node dev", false],
  ["php -S localhost:8000", false],
])("of `%s` it is told whether nothing listens afterwards", (command, expected) => {
  expect(buildsOnly(command)).toBe(expected);
});

it("tells a build that is called `dev` as a build", () => {
  expect(explainCommand("dev", "encore dev")).toBe("builds the bundle");
  expect(explainCommand("watch", "encore dev --watch")).toBe("builds the bundle, and again after every change");
  expect(explainCommand("dev", "vite")).toBe("starts the interface with live reload");
});
