import type { ReviewedFile } from "@cairn/contract/implementations";
import { expect, it } from "vitest";

import { listReviewTree } from "./tree-of-files.ts";

const file = (path: string) => ({ path }) as ReviewedFile;
const group = (service: string | null, folder: string, ...paths: string[]) => ({
  service,
  folder,
  files: paths.map(file),
});

function draw(groups: ReturnType<typeof group>[], folded: readonly string[] = []): string[] {
  return listReviewTree(groups, new Set(folded)).map(({ level, name, isOpen }) => {
    const fold = isOpen === null ? "" : isOpen ? "▾ " : "▸ ";
    return `${"  ".repeat(level - 1)}${fold}${name}`;
  });
}

const api = group("API", "apps/api", "apps/api/src/lib/tides.ts", "apps/api/src/lib/wind.ts", "apps/api/test/a.ts");
const web = group("Web", "apps/web", "apps/web/row.tsx", "apps/web/src/board.ts");

it("has the files of each service below it, and folders that hold nothing but a folder on one row", () => {
  expect(draw([api, web, group(null, "", "docs/tides.md")])).toEqual([
    "▾ API",
    "  ▾ src/lib",
    "    tides.ts",
    "    wind.ts",
    "  ▾ test",
    "    a.ts",
    "▾ Web",
    "  row.tsx",
    "  ▾ src",
    "    board.ts",
    "▾ Other files",
    "  ▾ docs",
    "    tides.md",
  ]);
});

it("names no service where one alone is touched, and has whole paths then", () => {
  expect(draw([api])).toEqual(["▾ apps/api", "  ▾ src/lib", "    tides.ts", "    wind.ts", "  ▾ test", "    a.ts"]);
});

it("folds a folder, and a service of two with the same folder, without the other", () => {
  const twins = [group("One", "apps", "apps/x/a.ts"), group("Two", "apps", "apps/x/b.ts")];
  const [one, folder] = listReviewTree(twins, new Set());
  expect(draw(twins, [one?.path ?? ""])).toEqual(["▸ One", "▾ Two", "  ▾ x", "    b.ts"]);
  expect(draw(twins, [folder?.path ?? ""])).toEqual(["▾ One", "  ▸ x", "▾ Two", "  ▾ x", "    b.ts"]);
});

it("counts positions among siblings, and knows the files of a folder at any depth", () => {
  const rows = listReviewTree([group(null, "", "a/b/c.ts", "a/d.ts", "e.ts")], new Set());
  expect(rows.map(({ name, position, setSize, files }) => [name, position, setSize, files.length])).toEqual([
    ["a", 1, 2, 2],
    ["b", 1, 2, 1],
    ["c.ts", 1, 1, 1],
    ["d.ts", 2, 2, 1],
    ["e.ts", 2, 2, 1],
  ]);
});

it("has rows of their own for a file and a folder of one name", () => {
  const rows = listReviewTree([group(null, "", "a", "a/b.ts")], new Set());
  expect(new Set(rows.map(({ path }) => path)).size).toBe(3);
});
