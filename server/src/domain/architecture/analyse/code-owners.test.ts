import { expect, it } from "vitest";

import { startCpuClock } from "#server/testing/cpu-clock.ts";

import { findOwnerRule, isUnowned, parseCodeOwners } from "./code-owners.ts";

const ownersOf = (text: string, folder: string) =>
  findOwnerRule(parseCodeOwners(text.split("\n")).rules, folder)?.owners ?? null;

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
  ["/a*s/w?b @harbour/web", "apps/web/src", ["@harbour/web"]],
  ["/apps/**/src @harbour/src", "apps/web/main/src/deep", ["@harbour/src"]],
  ["/apps/** @harbour/apps", "apps/web", ["@harbour/apps"]],
  ["/apps/*b*b @harbour/web", "apps/web", null],
  ["/web @harbour/web", "apps/web", null],
  ["/a.ps @harbour/apps", "apps/web", null],
  ["/apps/web @harbour/web\n/apps @harbour/apps", "apps/web", ["@harbour/apps"]],
  ["/apps/api @harbour/api\n/docs @harbour/docs", "apps/web", null],
  ["/apps/webshop @harbour/shop", "apps/web", null],
  ["* @harbour/all\n/apps/web", "apps/web", null],
  ["# nothing yet\n[Section] @x\n\n", "apps/web", null],
])("%s names for %s: %s", (text, folder, owners) => {
  expect(ownersOf(text, folder)).toEqual(owners);
});

it.each([
  ["stars", "/*a*a*a*a*a*a*b @x", "a".repeat(60)],
  ["folders", `/${"**/".repeat(12)}b @x`, "a/".repeat(100)],
  ["folders and names", `/${"**/a/".repeat(50)}b @x`, "a/".repeat(140)],
  ["a star before much", `/*${"a".repeat(120)}b @x`, "a".repeat(250)],
])("takes no longer for rules that are made to: %s", (_name, rule, folder) => {
  const clock = startCpuClock();
  expect(isUnowned(parseCodeOwners(Array.from({ length: 60 }, () => rule)), folder)).toBe(!rule.includes("**/"));
  expect(clock()).toBeLessThan(500);
});

it("says of nothing that nobody owns it where there is more than anybody reads", () => {
  const rules = (length: number) => Array.from({ length }, (_, at) => `/apps/a${at} @x`);
  expect(isUnowned(parseCodeOwners(rules(2_000)), "apps/web")).toBe(true);
  expect(isUnowned(parseCodeOwners(rules(2_001)), "apps/web")).toBe(false);
  expect(isUnowned(parseCodeOwners([`/${"**/".repeat(50_000)}b @x`]), "apps/web")).toBe(false);
  expect(parseCodeOwners(rules(100_000)).rules).toHaveLength(2_000);
});
