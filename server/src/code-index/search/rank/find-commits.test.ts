import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, it } from "vitest";

import type { CodeIndex } from "#server/code-index/ports/code-index.ts";
import { openIndex } from "#server/code-index/snapshot/open-index.ts";
import { gitDirectorySource } from "#server/code-index/testing/git-directory-source.ts";
import { makeRepository } from "#server/code-index/testing/make-repository.ts";
import { updateIndex } from "#server/code-index/update/update-index.ts";

const folder = mkdtempSync(join(tmpdir(), "find-commits-"));
let index: CodeIndex;

beforeAll(async () => {
  const repository = makeRepository();
  repository.commit({ "src/letter.ts": "export const letter = 1;\n" }, "Seal letters with wax");
  repository.commit({ "src/stamp.ts": "export const stamp = 1;\n" }, "Print stamps for letters");
  const commit = repository.commit({ "src/queue.ts": "export const queue = [];\n" }, "Queue parcels");
  await updateIndex({ directory: folder, source: gitDirectorySource(repository.directory), commit });
  repository.remove();
  const opened = openIndex(folder);
  if (opened === null) throw new Error("There is no index");
  index = opened;
});

afterAll(() => {
  index.close();
  rmSync(folder, { recursive: true, force: true });
});

it("finds commits by how much of a text their messages say", () => {
  const found = index.findCommits("Seal a letter");
  expect(found.map(({ commit, words }) => [commit.subject, words])).toEqual([
    ["Seal letters with wax", ["Seal", "letter"]],
    ["Print stamps for letters", ["letter"]],
  ]);
  expect(found[0]?.coverage).toBeGreaterThan(2 * (found[1]?.coverage ?? 1));
});

it("has as much as the message says of all words, also of those that no message has", () => {
  expect(index.findCommits("queue parcels")[0]?.coverage).toBeCloseTo(1, 5);
  const [some] = index.findCommits("queue parcels for elephants");
  expect(some?.coverage).toBeLessThan(0.75);
});

it("gives no more than are asked for, and none for words that nobody used", () => {
  expect(index.findCommits("letters", { limit: 1 })).toHaveLength(1);
  expect(index.findCommits("elephants")).toEqual([]);
});
