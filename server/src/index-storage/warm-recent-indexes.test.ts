import { mkdir, mkdtemp, rm, truncate, utimes, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

import { expect, it } from "vitest";

import { openIndex } from "#server/code-index/snapshot/open-index.ts";
import { updateIndex } from "#server/code-index/update/update-index.ts";
import { createMirrorSource } from "#server/platform/git/mirror-source.ts";
import { createTestRepository } from "#server/testing/git-repository.ts";

import { warmRecentIndexes } from "./warm-recent-indexes.ts";

it("makes ready what lies there, passes over what is no index, and stops when told", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "cairn-warm-"));
  const repository = await createTestRepository();
  const directory = path.join(folder, "quay");
  try {
    const commit = await repository.commit("A quay", { "src/quay.ts": 'import "./pier";\n', "src/pier.ts": "\n" });
    await updateIndex({ directory, source: createMirrorSource(path.join(repository.path, ".git")), commit });
    await mkdir(path.join(folder, "empty"));
    await mkdir(path.join(folder, "quay.branches"));
    await mkdir(path.join(folder, "broken"));
    await writeFile(path.join(folder, "broken", "index-v4.sqlite"), "no database");
    // What cannot be opened is met first.
    await utimes(path.join(folder, "broken", "index-v4.sqlite"), new Date(), new Date(Date.now() + 60_000));
    // One that is larger than all the room is passed over.
    const huge = path.join(folder, "huge", "index-v4.sqlite");
    await mkdir(path.dirname(huge));
    await writeFile(huge, "");
    await truncate(huge, 500_000_000);
    await utimes(huge, new Date(), new Date(Date.now() + 90_000));
    const stopped = AbortSignal.abort(new Error("stopped"));
    await expect(warmRecentIndexes(folder, stopped)).rejects.toThrow("stopped");
    await warmRecentIndexes(folder, new AbortController().signal);
    expect(openIndex(directory)?.importersOf("src/pier.ts")).toMatchObject([{ path: "src/quay.ts" }]);
  } finally {
    openIndex(directory)?.close();
    await repository.remove();
    await rm(folder, { recursive: true, force: true });
  }
});

it("has nothing to do where nothing was indexed yet", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "cairn-warm-"));
  try {
    await warmRecentIndexes(folder, new AbortController().signal);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
