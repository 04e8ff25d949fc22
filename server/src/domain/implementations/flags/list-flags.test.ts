import { join } from "node:path";

import { afterEach, beforeEach, expect, it } from "vitest";

import { makeRepository, type BareTestRepository } from "#server/code-index/testing/make-repository.ts";
import { diffCommits } from "#server/platform/git/diff/diff-commits.ts";

import { readFlags } from "./list-flags.ts";

let repository: BareTestRepository;
beforeEach(() => {
  repository = makeRepository();
});
afterEach(() => repository.remove());

const { signal } = new AbortController();

it("reads on where people are shown no lines any more", async () => {
  const test = "it('opens', () => {});\n";
  const base = repository.commit({ "src/z.test.ts": test.repeat(50) });
  const head = repository.commit({
    "data/all.json": "1\n".repeat(30_000),
    "src/z.test.ts": `${test.repeat(200)}it.skip('opens', () => {});\n`,
  });
  const commits = { directory: join(repository.directory, ".git"), base, head };
  const diff = await diffCommits(commits.directory, { ...commits, contextLines: 0, maxLines: 100 });
  expect(diff.files.map(({ isTruncated }) => isTruncated)).toEqual([true, true]);
  const flags = await readFlags(diff, commits, signal);
  expect([...flags]).toEqual([
    ["data/all.json", []],
    ["src/z.test.ts", ["skipped-tests"]],
  ]);
});

it("marks what is larger than anybody looks through", async () => {
  const base = repository.commit({ "a.ts": "export {};\n" });
  const head = repository.commit({ "data/all.json": "1\n".repeat(60_001) });
  const commits = { directory: join(repository.directory, ".git"), base, head };
  const diff = await diffCommits(commits.directory, { ...commits, contextLines: 0 });
  expect([...(await readFlags(diff, commits, signal))]).toEqual([["data/all.json", ["unread"]]]);
});
