import { expect, it } from "vitest";

import { findOwnerRule, parseCodeOwners } from "./code-owners.ts";

const ownersOf = (text: string, folder: string) =>
  findOwnerRule(parseCodeOwners(text.split("\n")), folder)?.owners ?? null;

it.each([
  ["* @harbour/all", "apps/web", ["@harbour/all"]],
  ["* @harbour/all", "", ["@harbour/all"]],
  ["/apps/ @harbour/apps\n/apps/web @harbour/web # the board", "apps/web", ["@harbour/web"]],
  ["apps/web/ ada@harbour.example", "apps/web", ["ada@harbour.example"]],
  ["/apps/*/ @harbour/apps", "apps/web", ["@harbour/apps"]],
  ["**/web @harbour/web", "apps/web", ["@harbour/web"]],
  ["web/ @harbour/web", "apps/web", ["@harbour/web"]],
  // Some of its files have owners, so it is not without any.
  ["/apps/web/src/**/*.ts @harbour/web", "apps/web", ["@harbour/web"]],
  ["*.ts @harbour/ts", "apps/web", ["@harbour/ts"]],
  ["/apps/api @harbour/api\n/docs @harbour/docs", "apps/web", null],
  ["/apps/webshop @harbour/shop", "apps/web", null],
  ["* @harbour/all\n/apps/web", "apps/web", null],
  ["# nothing yet\n[Section] @x\n\n", "apps/web", null],
])("%s names for %s: %s", (text, folder, owners) => {
  expect(ownersOf(text, folder)).toEqual(owners);
});
