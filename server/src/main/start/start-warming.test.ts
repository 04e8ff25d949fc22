import { mkdir, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

import { afterEach, beforeEach, expect, it } from "vitest";

import { openIndex } from "#server/code-index/snapshot/open-index.ts";
import { updateIndex } from "#server/code-index/update/update-index.ts";
import { createIndexFolder } from "#server/index-storage/index-folder.ts";
import { createMirrorSource } from "#server/platform/git/mirror-source.ts";
import type { Logger } from "#server/platform/log/logger.ts";
import { createTestRepository, type TestRepository } from "#server/testing/git-repository.ts";

import { startWarming } from "./start-warming.ts";

let folder: string;
let repository: TestRepository;
let complaints: string[];

const log: Logger = {
  debug: () => {},
  info: () => {},
  warn: (_fields, message) => void complaints.push(message),
  error: (_fields, message) => void complaints.push(message),
  child: () => log,
};

beforeEach(async () => {
  complaints = [];
  folder = await mkdtemp(path.join(os.tmpdir(), "cairn-warming-"));
  repository = await createTestRepository();
});

afterEach(async () => {
  await repository.remove();
  await rm(folder, { recursive: true, force: true });
});

it("stops in the middle without a word", async () => {
  const indexes = createIndexFolder(folder);
  const commit = await repository.commit("A quay", { "src/quay.ts": "export function quay() {}\n" });
  const directory = indexes.directory("quay");
  await updateIndex({ directory, source: createMirrorSource(path.join(repository.path, ".git")), commit });
  const warming = startWarming({ indexes, log });
  await warming.stop();
  expect(complaints).toEqual([]);
  expect(indexes.open("quay")?.search("quay")).toHaveLength(1);
  openIndex(directory)?.close();
});

it("says it where the folder of indexes cannot be read, and goes on", async () => {
  const warming = startWarming({ indexes: createIndexFolder(path.join(folder, "nothing")), log });
  await expect.poll(() => complaints).toHaveLength(1);
  await warming.stop();
});

it("has nothing to say of an installation that has indexed nothing", async () => {
  await mkdir(path.join(folder, "indexes"));
  const warming = startWarming({ indexes: createIndexFolder(folder), log });
  await warming.stop();
  expect(complaints).toEqual([]);
});
