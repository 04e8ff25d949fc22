import type { FileTreeItem } from "@cairn/contract/code-browsing";
import { expect, it } from "vitest";

import { listAncestorFolders, listTreeRows } from "./tree-rows.ts";
import type { FolderState } from "./tree-rows.ts";

const entry = (path: string, isFolder = false): FileTreeItem => ({
  id: path,
  path,
  name: path.slice(path.lastIndexOf("/") + 1),
  isFolder,
  kind: isFolder ? "folder" : "file",
  oid: "0".repeat(40),
  children: isFolder ? null : [],
});

const folders: Record<string, FolderState> = {
  "": { items: [entry("apps", true), entry("docs", true), entry("empty", true), entry("README.md")] },
  apps: { items: [entry("apps/api", true), entry("apps/main.ts")] },
  docs: "failed",
  empty: { items: [] },
};
const rowsWith = (...open: string[]) => listTreeRows((path) => folders[path] ?? "loading", new Set(open));

it("lists open folders with the position of each entry among its siblings", () => {
  const rows = rowsWith("apps");
  expect(rows.map(({ path, level }) => `${level} ${path}`)).toEqual([
    "1 apps",
    "2 apps/api",
    "2 apps/main.ts",
    "1 docs",
    "1 empty",
    "1 README.md",
  ]);
  expect(rows[2]).toMatchObject({ position: 2, setSize: 2, isOpen: null });
  expect(rows[0]).toMatchObject({ position: 1, setSize: 4, isOpen: true });
});

it("says why an open folder shows nothing", () => {
  const notes = rowsWith("apps", "apps/api", "docs", "empty").filter(({ item }) => item === null);
  expect(notes.map(({ path, note }) => [path, note])).toEqual([
    ["apps/api", "loading"],
    ["docs", "failed"],
    ["empty", "empty"],
  ]);
});

it("names the folders above a path", () => {
  expect(listAncestorFolders("a/b/c.ts")).toEqual(["a", "a/b"]);
  expect(listAncestorFolders("c.ts")).toEqual([]);
});
