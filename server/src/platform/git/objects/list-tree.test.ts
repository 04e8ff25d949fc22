import { execFileSync } from "node:child_process";
import { join } from "node:path";

import { afterAll, beforeAll, expect, it } from "vitest";

import { createTestRepository, testGitEnvironment, type TestRepository } from "#server/testing/git-repository.ts";

import { findEntry, listFolder } from "./list-tree.ts";

let repository: TestRepository;
let directory: string;

beforeAll(async () => {
  repository = await createTestRepository();
  directory = join(repository.path, ".git");
});
afterAll(() => repository.remove());

/** A commit whose folder "wide" has so many files. */
function commitFiles(count: number): string {
  const git = (args: string[], input = ""): string =>
    execFileSync("git", args, { cwd: repository.path, input, env: testGitEnvironment(), encoding: "utf8" }).trim();
  const blob = git(["hash-object", "-w", "--stdin"], "x");
  const lines = Array.from({ length: count }, (_, at) => `100644 blob ${blob}\t${String(at).padStart(6, "0")}.txt\n`);
  const tree = git(["mktree"], lines.join(""));
  return git(["commit-tree", git(["mktree"], `040000 tree ${tree}\twide\n`), "-m", "Wide"]);
}

it("lists a wide folder up to a limit, and finds a file in one that is wider", async () => {
  expect((await listFolder(directory, { commit: commitFiles(20_000), path: "wide" }))?.entries).toHaveLength(20_000);
  const commit = commitFiles(20_001);
  await expect(listFolder(directory, { commit, path: "wide" })).rejects.toMatchObject({ code: "too_large" });
  expect(await findEntry(directory, { commit, path: "wide/020000.txt" })).toMatchObject({ type: "file", size: 1 });
});
