import { join } from "node:path";

import { afterAll, beforeAll, expect, it } from "vitest";

import { createTestRepository, type TestRepository } from "#server/testing/git-repository.ts";

import { findFirstCommit } from "./find-first-commit.ts";
import { findMergeOf } from "./find-merge-of.ts";
import { readMerges } from "./read-merges.ts";

let repository: TestRepository;
let directory: string;
const oids: Record<string, string> = {};

/** main: first, second, MERGE of inner and outer, last. inner was merged into outer before. */
beforeAll(async () => {
  repository = await createTestRepository();
  const git = (...args: string[]) => repository.git(...args);
  const commit = (message: string, files: Record<string, string>) => repository.commit(message, files);
  directory = join(repository.path, ".git");
  oids["first"] = await commit("First", { a: "1" });
  await git("checkout", "-q", "-b", "outer");
  oids["outer"] = await commit("Outer", { b: "1" });
  await git("checkout", "-q", "-b", "inner");
  oids["inner"] = await commit("Inner", { c: "1" });
  await git("checkout", "-q", "outer");
  await git("merge", "-q", "--no-ff", "-m", "Merge inner into outer", "inner");
  oids["outer 2"] = await commit("Outer again", { b: "2" });
  await git("checkout", "-q", "main");
  oids["second"] = await commit("Second", { a: "2" });
  await git("merge", "-q", "--no-ff", "-m", "Merge pull request #7 from ada/outer\n\nWiden the pier", "outer");
  oids["merge"] = await git("rev-parse", "HEAD");
  oids["last"] = await commit("Last", { a: "3" });
  await git("checkout", "-q", "-b", "aside");
  oids["aside"] = await commit("Aside", { d: "1" });
});
afterAll(() => repository.remove());

it("finds the merge that brought a commit to the main line, also through another merge", async () => {
  const find = (name: string) => findMergeOf(directory, { oid: oids[name] ?? "", head: oids["last"] ?? "" });
  const { merge } = oids;
  expect(await Promise.all(["outer", "inner", "outer 2"].map(find))).toEqual([merge, merge, merge]);
  const others = ["first", "second", "merge", "last", "aside", "nothing"];
  expect(await Promise.all(others.map(find))).toEqual(others.map(() => null));
});

it("finds where a history begins", async () => {
  for (const name of ["last", "aside", "inner", "first"])
    expect(await findFirstCommit(directory, oids[name] ?? "")).toBe(oids["first"]);
  expect(await findFirstCommit(directory, "--all")).toBeNull();
});

it("lists merges with their messages, and again after somebody stopped waiting", async () => {
  const commit = oids["last"] ?? "";
  const subjects = (await readMerges(directory, commit)).map(({ subject, body }) => `${subject}: ${body}`);
  expect(subjects).toEqual(["Merge pull request #7 from ada/outer: Widen the pier", "Merge inner into outer: "]);
  const missing = readMerges(directory, "0".repeat(40));
  await expect(missing).rejects.toMatchObject({ code: expect.stringMatching(/./) });
  // One who stops waiting spoils it for nobody.
  const stopped = readMerges(directory, oids["aside"] ?? "", { signal: AbortSignal.abort() });
  await expect(stopped).rejects.toMatchObject({ code: "cancelled" });
  expect(await readMerges(directory, oids["aside"] ?? "")).toHaveLength(2);
});
