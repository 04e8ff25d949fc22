import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterAll, beforeAll, expect, it } from "vitest";

import { createTestRepository, type TestRepository } from "#server/testing/git-repository.ts";

import { changeTree, readTextFile } from "./change-tree.ts";
import { isAmong, searchTree } from "./search-tree.ts";

let repository: TestRepository;
let commit: string;
let workDirectory: string;
let directory: string;
beforeAll(async () => {
  repository = await createTestRepository();
  commit = await repository.commit("Begin", {
    "src/tides.ts": "export const low = 2;\n",
    "src/board.ts": "// low tide\nlow();\n",
    link: { linkTo: "src" },
  });
  directory = path.join(repository.path, ".git");
  workDirectory = await mkdtemp(path.join(tmpdir(), "cairn-trees-"));
});
afterAll(async () => {
  await rm(workDirectory, { recursive: true, force: true });
  await repository.remove();
});

const change = (name: string, content: string | null) =>
  changeTree(directory, { path: name, content }, { commit, workDirectory });

it("changes, makes and deletes one file, and the same edit gives the same tree", async () => {
  const tree = await change("src/tides.ts", "export const low = 0.4;\n");
  expect(await change("src/tides.ts", "export const low = 0.4;\n")).toBe(tree);
  expect(await repository.git("diff-tree", "-r", "--name-status", commit, tree)).toBe("M\tsrc/tides.ts");
  const made = await change("docs/new/tides.md", "# Tides\n");
  expect(await repository.git("diff-tree", "-r", "--name-status", commit, made)).toBe("A\tdocs/new/tides.md");
  const deleted = await change("src/board.ts", null);
  expect(await repository.git("diff-tree", "-r", "--name-status", commit, deleted)).toBe("D\tsrc/board.ts");
});

it.each([
  ["../outside", "“../outside” has a name that leads out of its folder."],
  ["/etc/passwd", "has a name that leads out of its folder."],
  [".git/config", "has a name that git keeps for itself."],
  ["src/.GIT/x", "has a name that git keeps for itself."],
  ["link", "link is a link, not a file."],
  ["link/tides.ts", "link is a link, not a folder."],
  ["src", "src is a folder, not a file."],
  ["src/tides.ts/x", "src/tides.ts is a file, not a folder."],
])("does not write %j", async (name, words) => {
  await expect(change(name, "x")).rejects.toThrow(words);
});

it("reads no link and no bytes as text", async () => {
  await expect(readTextFile(directory, { commit, path: "link" })).rejects.toThrow("link is a link to src. Read that.");
  await expect(readTextFile(directory, { commit, path: "src/none.ts" })).rejects.toThrow(
    "There is no file src/none.ts.",
  );
});

it("finds lines by text, by expression and by path, and takes nothing as an option", async () => {
  const find = (search: Partial<Parameters<typeof searchTree>[1]>) =>
    searchTree(directory, { commit, pattern: "low", isRegex: false, ignoreCase: false, ...search });
  expect(await find({})).toBe("src/board.ts\n1:// low tide\n2:low();\n\nsrc/tides.ts\n1:export const low = 2;");
  expect(await find({ pattern: "LOW", ignoreCase: true, paths: "src/t*.ts" })).toBe(
    "src/tides.ts\n1:export const low = 2;",
  );
  expect(await find({ paths: "src/board.ts" })).toBe("src/board.ts\n1:// low tide\n2:low();");
  expect(await find({ paths: "b*.ts" })).toBe("src/board.ts\n1:// low tide\n2:low();");
  expect(await find({ paths: "./src/" })).toBe(await find({}));
  expect(await find({ pattern: "^low\\(", isRegex: true })).toBe("src/board.ts\n2:low();");
  expect(await find({ pattern: "--help" })).toBe("");
  expect(await find({ paths: "--help" })).toBe("");
  await expect(find({ pattern: "(", isRegex: true })).rejects.toMatchObject({ code: "vendor_failed" });
});

it("takes a name with the marks of a glob as that name too", () => {
  expect(isAmong("app/[id]/page.tsx", "app/[id]")).toBe(true);
  expect(isAmong("app/i/page.tsx", "app/[id]/*.tsx")).toBe(true);
  expect(isAmong("app/x/page.tsx", "app/[id]")).toBe(false);
});
