import { mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

import { expect, it } from "vitest";

import { updateIndex } from "#server/code-index/update/update-index.ts";
import { createMirrorSource } from "#server/platform/git/mirror-source.ts";
import { createTestRepository } from "#server/testing/git-repository.ts";

import { createIndexFolder } from "./index-folder.ts";

it("makes an index ready after an update, and leaves one alone that nobody uses", async () => {
  const directory = await mkdtemp(path.join(os.tmpdir(), "cairn-folders-"));
  const repository = await createTestRepository();
  try {
    const indexes = createIndexFolder(directory);
    const source = createMirrorSource(path.join(repository.path, ".git"));
    const update = async (name: string) => {
      const commit = await repository.commit(name, { [`src/${name}.ts`]: `export function ${name}() {}\n` });
      await updateIndex({ directory: indexes.directory("used"), source, commit });
      return commit;
    };
    await update("pier");
    expect(indexes.open("used")?.search("pier")).toHaveLength(1);
    const commit = await update("quay");
    indexes.warm("used");
    indexes.warm("unknown");
    expect(indexes.open("used")?.commit).toBe(commit);
    expect(indexes.open("used")?.search("quay")).toHaveLength(1);
    expect(await readdir(path.join(directory, "indexes"))).toEqual(["used"]);
    await indexes.remove("used");
  } finally {
    await repository.remove();
    await rm(directory, { recursive: true, force: true });
  }
});
