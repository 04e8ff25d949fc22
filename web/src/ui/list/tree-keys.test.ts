import { expect, it } from "vitest";

import { findByTyping, moveInTree } from "./tree-keys.ts";

const row = (path: string, isOpen: boolean | null = null) => ({ path, level: path.split("/").length, isOpen });
const rows = [
  row("apps", true),
  row("apps/api", false),
  row("apps/main.ts"),
  row("docs", false),
  row("empty", false),
  row("README.md"),
];
const names = ["apps", "api", undefined, "docs", "empty", "README.md"];

it("moves, opens and folds by the arrow keys", () => {
  expect(moveInTree(rows, 0, "ArrowDown")).toEqual({ focus: 1 });
  expect(moveInTree(rows, 0, "ArrowUp")).toEqual({ focus: 0 });
  expect(moveInTree(rows, 0, "End")).toEqual({ focus: 5 });
  expect(moveInTree(rows, 1, "ArrowRight")).toEqual({ open: "apps/api" });
  expect(moveInTree(rows, 0, "ArrowRight")).toEqual({ focus: 1 });
  expect(moveInTree(rows, 2, "ArrowLeft")).toEqual({ focus: 0 });
  expect(moveInTree(rows, 0, "ArrowLeft")).toEqual({ close: "apps" });
  expect(moveInTree(rows, 5, "ArrowLeft")).toEqual({ focus: 5 });
  expect(moveInTree(rows, 0, "x")).toBeNull();
});

it("finds a name by typed letters and wraps around", () => {
  expect(findByTyping(names, 0, "a")).toBe(1);
  expect(findByTyping(names, 2, "a")).toBe(0);
  expect(findByTyping(names, 0, "re")).toBe(5);
  expect(findByTyping(names, 5, "read")).toBe(5);
  expect(findByTyping(names, 0, "zz")).toBeNull();
});
