import { mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

import { afterEach, beforeEach, expect, it } from "vitest";

import { createMirrorSource } from "#server/platform/git/mirror-source.ts";
import { listTree } from "#server/platform/git/objects/list-tree.ts";
import { runGit } from "#server/platform/git/process/run-git.ts";

import { readMain, writeCommit } from "./write-commit.ts";

let folder: string;
let directory: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "cairn-write-"));
  directory = path.join(folder, "topics.git");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const base = {
  message: 'Add "quays"\ndata 5\nM 100644 inline evil',
  author: { name: "Cairn", email: "cairn@localhost" },
  date: new Date("2026-11-22T05:00:00Z"),
};

async function write(files: Record<string, string>, expected: string | null) {
  const list = Object.entries(files).map(([name, content]) => ({ path: name, content }));
  return writeCommit(directory, { ...base, files: list, expected }, {});
}

async function contents(commit: string): Promise<Record<string, string>> {
  const entries = await listTree(directory, commit, {});
  const found: Record<string, string> = {};
  for await (const { oid, bytes } of createMirrorSource(directory).readBlobs(entries.map((entry) => entry.oid))) {
    for (const entry of entries.filter((one) => one.oid === oid)) found[entry.path] = bytes?.toString("utf8") ?? "";
  }
  return found;
}

it("holds exactly what was given, whatever it looks like", async () => {
  const files = {
    "quays-räume/a.md": "# Quays\n\nM 100644 inline x\ndata 3\nabc\n",
    "-rf/b.md": "",
    "b\tc.md": "no line end",
    "日本/c.md": "潮\u2028汐 🛶",
  };
  const oid = await write(files, null);
  expect(oid).toMatch(/^[0-9a-f]{40}$/);
  expect(await readMain(directory)).toBe(oid);
  expect(await contents(oid ?? "")).toEqual(files);
  const message = await runGit({ directory, args: ["log", "--format=%B", oid ?? ""] });
  expect(message.stdout.toString().trim()).toBe(base.message);
  expect((await runGit({ directory, args: ["fsck", "--strict"] })).stdout.toString()).toBe("");
});

it("gives the same commit for the same files, here and elsewhere", async () => {
  const first = await write({ "a/a.md": "one", "b/b.md": "two" }, null);
  expect(await write({ "b/b.md": "two", "a/a.md": "one" }, first)).toBe(first);
  directory = path.join(folder, "other.git");
  expect(await write({ "a/a.md": "one", "b/b.md": "two" }, null)).toBe(first);
});

it("keeps nothing of what was there before but for an hour", async () => {
  const first = await write({ "a/a.md": "secret" }, null);
  const second = await write({ "a/a.md": "public" }, first);
  expect(await contents(second ?? "")).toEqual({ "a/a.md": "public" });
  expect(await contents(first ?? "")).toEqual({ "a/a.md": "secret" });
  expect((await runGit({ directory, args: ["rev-list", "--all"] })).stdout.toString().trim()).toBe(second);
  await runGit({ directory, args: ["prune", "--expire=now"] });
  await expect(contents(first ?? "")).rejects.toMatchObject({ code: "not_found" });
  expect(await contents(second ?? "")).toEqual({ "a/a.md": "public" });
});

it("leaves main alone where somebody else moved it", async () => {
  const first = await write({ "a/a.md": "one" }, null);
  expect(await write({ "a/a.md": "two" }, null)).toBeNull();
  expect(await readMain(directory)).toBe(first);
  const outcomes = await Promise.all(["three", "four", "five"].map((text) => write({ "a/a.md": text }, first)));
  const winners = outcomes.filter((oid) => oid !== null);
  expect(winners).toHaveLength(1);
  expect(await readMain(directory)).toBe(winners[0]);
});

it("is made once by several at once, and takes an empty list of files", async () => {
  const outcomes = await Promise.all(["a", "a", "a"].map((text) => write({ "a/a.md": text }, null)));
  expect(new Set(outcomes.filter((oid) => oid !== null)).size).toBe(1);
  const empty = await write({}, await readMain(directory));
  expect(await contents(empty ?? "")).toEqual({});
  expect(await readdir(folder)).toEqual(["topics.git"]);
});

it("refuses paths that would be read as something else", async () => {
  await expect(write({ "a\nM 100644 inline b": "x" }, null)).rejects.toThrow("Not a path");
  await expect(write({ '"a"': "x" }, null)).rejects.toThrow("Not a path");
  expect(await readMain(directory)).toBeNull();
});
