import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { compareTrees } from "#server/platform/git/diff/compare-trees.ts";
import { createTestRepository, type TestRepository } from "#server/testing/git-repository.ts";

import { findCommitAt, findRevision, findTagBefore, listTags } from "./find-revision.ts";
import { readLineHistory } from "./read-line-history.ts";

let origin: TestRepository;
let directory: string;
const commits: string[] = [];
const odd = 'src/--output=x "q" é\n:(top).txt';

beforeAll(async () => {
  origin = await createTestRepository();
  directory = join(origin.path, ".git");
  const commit = async (message: string, files: Record<string, string>) =>
    void commits.push(await origin.commit(message, files));
  await commit("first\n\nWhy it began.", { "a.txt": "one\ntwo\nthree\n", [odd]: "x\n" });
  await origin.git("tag", "-a", "v1.0.0", "-m", "first release");
  await commit("second", { "a.txt": "zero\none\nTWO\nthree\n" });
  await origin.git("mv", "a.txt", "b.txt");
  await commit("moved", {});
  await commit("below", { "b.txt": "zero\none\nTWO\nthree\nfour\n", [odd]: "y\n" });
  await origin.git("tag", "v1.1.0");
  await origin.git("branch", "side");
  await origin.git("tag", "files", `${commits[0]}^{tree}`);
});
afterAll(() => origin.remove());

const head = () => commits.at(-1) ?? "";

describe("the history of lines", () => {
  it("follows them through changes above, below and a rename", async () => {
    const found = await readLineHistory(directory, {
      commit: head(),
      path: "b.txt",
      startLine: 3,
      endLine: 3,
      limit: 10,
    });
    expect(found?.isWhole).toBe(true);
    expect(found?.changes).toMatchObject([
      { oid: commits[1], path: "a.txt", startLine: 3, lineCount: 1, additions: 1, deletions: 1, subject: "second" },
      { oid: commits[0], path: "a.txt", startLine: 2, lineCount: 1, additions: 1, deletions: 0, body: "Why it began." },
    ]);
  });

  it("says where it is cut, and nothing of lines or files that are not there", async () => {
    const ask = (path: string, startLine: number, endLine: number, limit = 10) =>
      readLineHistory(directory, { commit: head(), path, startLine, endLine, limit });
    expect(await ask("b.txt", 3, 3, 1)).toMatchObject({ isWhole: false, changes: [{ oid: commits[1] }] });
    expect(await ask("b.txt", 90, 99)).toBeNull();
    expect(await ask("nothing.txt", 1, 1)).toBeNull();
    expect(await ask("--output=/tmp/never", 1, 1)).toBeNull();
  });

  it("takes no name for an option or a pattern", async () => {
    const found = await readLineHistory(directory, { commit: head(), path: odd, startLine: 1, endLine: 1, limit: 10 });
    expect(found?.changes.map(({ oid }) => oid)).toEqual([commits[3], commits[0]]);
    const wrong = { commit: "--all", path: "b.txt", startLine: 1, endLine: 1, limit: 1 };
    await expect(readLineHistory(directory, wrong)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("a revision in somebody's words", () => {
  it.each([
    ["v1.0.0", 0, "tag"],
    ["1.0", 0, "tag"],
    ["V1.1", 3, "tag"],
    ["side", 3, "branch"],
    ["main", 3, "branch"],
  ])("%s", async (spelling, at, kind) => {
    expect(await findRevision(directory, spelling)).toMatchObject({ kind, oid: commits[at] });
  });

  it("may be the beginning of an id", async () => {
    expect(await findRevision(directory, commits[1]?.slice(0, 8) ?? "")).toMatchObject({
      kind: "commit",
      oid: commits[1],
    });
    expect(await findRevision(directory, head())).toMatchObject({ kind: "commit", oid: head() });
  });

  it.each(["v9", "HEAD", "main~1", "@{-1}", "--all", "files", "", "refs/heads/main", "deadbeef", "f".repeat(40)])(
    "is nothing else: %s",
    async (spelling) => {
      expect(await findRevision(directory, spelling)).toBeNull();
    },
  );

  it("may be the tag before, or what stood at some time", async () => {
    expect((await listTags(directory)).map(({ name }) => name).toSorted()).toEqual(["v1.0.0", "v1.1.0"]);
    expect(await findTagBefore(directory, commits[2] ?? "")).toMatchObject({ name: "v1.0.0", oid: commits[0] });
    expect(await findCommitAt(directory, { head: head(), at: new Date("2026-02-01") })).toBe(head());
    expect(await findCommitAt(directory, { head: head(), at: new Date("2025-12-01") })).toBeNull();
  });
});

it("tells files in which two commits differ, a renamed one once", async () => {
  const found = await compareTrees(directory, { from: commits[1] ?? "", to: head() });
  expect(found?.map(({ path, oldPath }) => [path, oldPath])).toEqual(
    expect.arrayContaining([
      ["b.txt", "a.txt"],
      [odd, odd],
    ]),
  );
  expect(found).toHaveLength(2);
  expect(await compareTrees(directory, { from: "f".repeat(40), to: head() })).toBeNull();
});
