import { join } from "node:path";

import { afterAll, beforeAll, expect, it } from "vitest";

import { createTestRepository, type TestRepository } from "#server/testing/git-repository.ts";

import { diffBlobs } from "./diff-blobs.ts";

let repository: TestRepository;
beforeAll(async () => {
  repository = await createTestRepository();
});
afterAll(() => repository.remove());

async function blob(content: string | Buffer): Promise<string> {
  await repository.commit("file", { "file.ts": content });
  return await repository.git("rev-parse", "HEAD:file.ts");
}

const diff = (before: string, after: string, contextLines = 1) =>
  diffBlobs(join(repository.path, ".git"), { before, after, contextLines });

it("tells what turns one content into another, with the lines around", async () => {
  const [before, after] = [await blob("a\nb\nc\nd\nd\n-e\n"), await blob("a\nB\nc\nd\nd\n-e")];
  const [first, second, ...others] = await diff(before, after);
  expect(others).toEqual([]);
  expect(first).toMatchObject({ oldStart: 1, oldLines: 3, newStart: 1, newLines: 3, heading: "" });
  expect(first?.lines.map(({ type, content }) => `${type} ${content}`)).toEqual([
    "context a",
    "deleted b",
    "added B",
    "context c",
  ]);
  expect(second?.lines.at(-1)).toEqual({ type: "added", content: "-e", oldLine: null, newLine: 6, isUnended: true });
});

it("tells nothing of the same content and of what is no text, and fails for what is not there", async () => {
  const text = await blob("a\n");
  expect(await diff(text, text)).toEqual([]);
  expect(await diff(text, await blob(Buffer.from([0, 1, 2])))).toEqual([]);
  await expect(diff(text, "0".repeat(40))).rejects.toMatchObject({ code: "not_found" });
  expect(await diff(text, "--no-index")).toEqual([]);
});
