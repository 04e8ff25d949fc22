import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

import { afterEach, beforeEach, expect, it } from "vitest";

import { listTree } from "#server/platform/git/objects/list-tree.ts";
import { readBlobs } from "#server/platform/git/objects/read-blobs.ts";
import { runGit } from "#server/platform/git/process/run-git.ts";

import { commitFiles, isFolderPath } from "./commit-files.ts";

let folder: string;
let directory: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "cairn-commit-"));
  directory = path.join(folder, "code.git");
  await runGit({ directory: folder, args: ["init", "--quiet", "--bare", "--initial-branch=main", directory] });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const who = { author: { name: "Ada\n<evil>", email: "ada@example.org" }, date: new Date("2026-11-22T05:00:00Z") };

const isOwn = (name: string) => name.endsWith(".md");

async function commit(branch: string, below: string, files: Record<string, string>) {
  const list = Object.entries(files).map(([name, content]) => ({ path: name, content }));
  return commitFiles(directory, {
    ...who,
    branch,
    base: "main",
    folder: below,
    isOwn,
    files: list,
    message: "Pages\n'x'",
  });
}

async function contents(revision: string): Promise<Record<string, string>> {
  const { stdout } = await runGit({ directory, args: ["rev-parse", "--end-of-options", revision] });
  const entries = await listTree(directory, stdout.toString().trim().split("\n").at(-1) ?? "", {});
  const found: Record<string, string> = {};
  let at = 0;
  for await (const { bytes } of readBlobs(
    directory,
    entries.map(({ oid }) => oid),
  )) {
    found[entries[at]?.path ?? ""] = bytes?.toString() ?? "";
    at += 1;
  }
  return found;
}

it("begins an empty repository, replaces its own files alone and says when there is nothing to do", async () => {
  await commit("main", "", { "README.md": "hello\n", "docs/old.md": "old", "docs/logo.svg": "<svg/>" });
  const second = await commit("main", "docs", { "a/ü.md": "one\n", "b.md": "" });
  expect(await contents("main")).toEqual({
    "README.md": "hello\n",
    "docs/a/ü.md": "one\n",
    "docs/b.md": "",
    "docs/logo.svg": "<svg/>",
  });
  expect(await commit("main", "docs", { "a/ü.md": "one\n", "b.md": "" })).toBeNull();
  const { stdout } = await runGit({ directory, args: ["log", "--format=%H %an <%ae> %s", "main"] });
  expect(stdout.toString()).toContain(`${second} Ada evil <ada@example.org> Pages 'x'`);
  expect(stdout.toString().trim().split("\n")).toHaveLength(2);
});

it("starts a new branch from the base and leaves the base alone", async () => {
  await commit("main", "", { "README.md": "hello\n" });
  await commit("docs/pages", "docs", { "a.md": "a" });
  expect(await contents("docs/pages")).toEqual({ "README.md": "hello\n", "docs/a.md": "a" });
  expect(await contents("main")).toEqual({ "README.md": "hello\n" });
  const { stdout } = await runGit({ directory, args: ["for-each-ref", "--format=%(refname)"] });
  expect(stdout.toString().trim().split("\n")).toEqual(["refs/heads/docs/pages", "refs/heads/main"]);
});

it("refuses what git has no room for, and takes no file for a folder", async () => {
  await commit("main", "", { "README.md": "hello\n" });
  await commit("docs", "docs", { "a.md": "a" });
  await expect(commit("docs/pages", "docs", { "a.md": "b" })).rejects.toThrow("There is a branch “docs”");
  await expect(commit("main", "README.md", { "a.md": "a" })).rejects.toThrow("“README.md” is a file, not a folder");
  await expect(commit("main", "", { "README.md/x/a.md": "a" })).rejects.toMatchObject({ code: "conflict" });
  expect(await contents("main")).toEqual({ "README.md": "hello\n" });
});

it.each(["../x", "a/../b", "/a", "a//b", ".git/hooks", "a/.GIT", 'a"b', "a\nb", "a\\b"])(
  "does not take %j for a folder",
  (name) => expect(isFolderPath(name)).toBe(false),
);

it("takes ordinary folders", () => {
  for (const name of ["", "docs", "docs/日本", ".github/docs"]) expect(isFolderPath(name)).toBe(true);
});
