import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

import { afterEach, beforeEach, expect, it, vi } from "vitest";

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
  // Nothing is kept of files that there is nothing to tell of.
  expect([...flags]).toEqual([["src/z.test.ts", ["skipped-tests"]]]);
  expect(await readFlags(diff, commits, signal)).toBe(flags);
});

it("marks what is larger than anybody looks through", async () => {
  const base = repository.commit({ "a.ts": "export {};\n" });
  const head = repository.commit({ "data/all.json": "1\n".repeat(60_001) });
  const commits = { directory: join(repository.directory, ".git"), base, head };
  const diff = await diffCommits(commits.directory, { ...commits, contextLines: 0 });
  expect([...(await readFlags(diff, commits, signal))]).toEqual([["data/all.json", ["unread"]]]);
});

it("reads again what git took too long for", async () => {
  const base = repository.commit({ "a.ts": "export {};\n" });
  const head = repository.commit({ "src/z.test.ts": "it.skip('opens', () => {});\n" });
  const commits = { directory: join(repository.directory, ".git"), base, head };
  const diff = { files: [], isTruncated: true, versions: new Map() };
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const reading = readFlags(diff, commits, signal);
  // The diff begins only after there is room for it.
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  vi.advanceTimersByTime(20_000);
  vi.useRealTimers();
  expect([...(await reading)]).toEqual([]);
  await setTimeout(20);
  expect([...(await readFlags(diff, commits, signal))]).toEqual([["src/z.test.ts", ["skipped-tests"]]]);
});
