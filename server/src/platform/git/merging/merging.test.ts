import { AppError } from "@cairn/contract/errors";
import { afterAll, beforeAll, expect, it } from "vitest";

import { toLines } from "#server/engine/evidence/evidence.ts";
import { createTestRepository, type TestRepository } from "#server/testing/git-repository.ts";

import { isAncestor, listCommitsBetween } from "./list-commits-between.ts";
import { mergeCommits, type CommitMerge, type MergedCommits } from "./merge-commits.ts";
import { moveBranch } from "./move-branch.ts";
import { parseConflicts } from "./parse-conflicts.ts";

let repository: TestRepository;
let directory: string;
let base: string;
const numbers = Array.from({ length: 30 }, (_, at) => `line ${at + 1}`);
const text = (lines: readonly string[]) => `${lines.join("\n")}\n`;
const changed = (at: number, to: string) => text(numbers.with(at - 1, to));

beforeAll(async () => {
  repository = await createTestRepository();
  directory = `${repository.path}/.git`;
  base = await repository.commit("Begin", { "a.txt": text(numbers), "b.txt": text(numbers) });
});
afterAll(() => repository.remove());

/** On a branch of its own, on top of the first commit. */
async function branch(name: string, files: Record<string, string>): Promise<string> {
  await repository.git("checkout", "--quiet", "-B", name, base);
  return await repository.commit(name, files);
}

async function merge(pair: MergedCommits): Promise<CommitMerge> {
  const [result] = await mergeCommits(directory, [pair]);
  if (result?.status !== "fulfilled") throw result?.reason;
  return result.value;
}

it("merges what goes together, to the same tree each time", async () => {
  const ours = await branch("ours", { "a.txt": changed(2, "ours") });
  const theirs = await branch("theirs", { "a.txt": changed(20, "theirs"), "c.txt": "new\n" });
  const merged = await merge({ ours, theirs });
  expect(merged).toMatchObject({ kind: "clean" });
  expect(await merge({ ours, theirs })).toEqual(merged);
  const tree = merged.kind === "clean" ? merged.tree : "";
  expect(await repository.git("show", `${tree}:a.txt`)).toBe(numbers.with(1, "ours").with(19, "theirs").join("\n"));
  expect(await merge({ ours, theirs: base })).toMatchObject({ kind: "clean" });
});

it("names each file and hunk that conflicts, with both sides and what they began with", async () => {
  const ours = await branch("ours", { "a.txt": text(numbers.with(1, "ours").with(20, "also ours")), "b.txt": "x\n" });
  const theirs = await branch("theirs", {
    "a.txt": text(numbers.with(1, "theirs").with(20, "also theirs").with(28, "<<<<<<< HEAD")),
  });
  await repository.git("rm", "--quiet", "b.txt");
  const gone = await repository.commit("gone");
  const merged = await merge({ ours, theirs: gone });
  expect(merged).toMatchObject({
    kind: "conflict",
    files: [
      { path: "a.txt", reason: "CONFLICT (content): Merge conflict in a.txt" },
      { path: "b.txt", reason: expect.stringContaining("CONFLICT (modify/delete)") },
    ],
  });
  const tree = merged.kind === "conflict" ? merged.tree : "";
  const lines = toLines(await repository.git("show", `${tree}:a.txt`));
  expect(parseConflicts(lines, { ours, theirs: gone })).toEqual([
    { line: 2, ours: ["ours"], base: ["line 2"], theirs: ["theirs"] },
    { line: 27, ours: ["also ours"], base: ["line 21"], theirs: ["also theirs"] },
  ]);
  expect(await merge({ ours, theirs })).toMatchObject({ kind: "conflict" });
});

it("says of histories without a common commit that they are unrelated", async () => {
  await repository.git("checkout", "--quiet", "--orphan", "alone");
  const alone = await repository.commit("alone", { "z.txt": "z\n" });
  expect(await merge({ ours: base, theirs: alone })).toEqual({ kind: "unrelated" });
});

it("merges many pairs in their order, whatever becomes of the others", async () => {
  const ours = await branch("ours", { "a.txt": changed(2, "ours"), "\nd\te.txt": "new\n" });
  const clean = await branch("clean", { "a.txt": changed(20, "theirs") });
  const other = await branch("other", { "a.txt": changed(2, "theirs"), "\nd\te.txt": "other\n" });
  await repository.git("checkout", "--quiet", "--orphan", "alone-again");
  const alone = await repository.commit("alone again", { "z.txt": "z\n" });
  const missing = "a".repeat(40);
  const pairs = [other, alone, clean, missing, other].map((theirs) => ({ ours, theirs }));
  const results = await mergeCommits(directory, pairs);
  const conflict = await merge({ ours, theirs: other });
  expect(conflict).toMatchObject({ files: [{ path: "\nd\te.txt" }, { path: "a.txt" }] });
  expect(results).toEqual([
    { status: "fulfilled", value: conflict },
    { status: "fulfilled", value: { kind: "unrelated" } },
    { status: "fulfilled", value: await merge({ ours, theirs: clean }) },
    { status: "rejected", reason: expect.any(AppError) },
    { status: "fulfilled", value: conflict },
  ]);
});

it("moves a branch only while it and the others stand where they are said to", async () => {
  const [one, other] = [await branch("one", { "a.txt": "1\n" }), await branch("other", { "a.txt": "2\n" })];
  await repository.git("update-ref", "refs/heads/moved", base);
  const move = { ref: "refs/heads/moved", from: base, to: one };
  const unmoved = [{ ref: "refs/heads/other", oid: other }];
  expect(await moveBranch(directory, { ...move, unmoved: [{ ref: "refs/heads/other", oid: one }] })).toBe(false);
  expect(await moveBranch(directory, { ...move, from: other, unmoved })).toBe(false);
  expect(await repository.git("rev-parse", "moved")).toBe(base);
  expect(await moveBranch(directory, { ...move, unmoved })).toBe(true);
  expect(await repository.git("rev-parse", "moved")).toBe(one);
});

it("lists what came on top, and whether it did", async () => {
  const head = await branch("top", { "a.txt": "top\n" });
  const commits = await listCommitsBetween(directory, { from: base, to: head, limit: 10 });
  expect(commits).toEqual([{ oid: head, subject: "top", author: { name: "Ada Example", email: "ada@example.com" } }]);
  expect(await isAncestor(directory, { oid: base, descendant: head })).toBe(true);
  expect(await isAncestor(directory, { oid: head, descendant: base })).toBe(false);
  expect(await isAncestor(directory, { oid: "0".repeat(40), descendant: base })).toBe(false);
});
