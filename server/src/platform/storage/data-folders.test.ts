import { mkdtemp, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

import { expect, it } from "vitest";

import { makePrivateFolders } from "./data-folders.ts";

it("keeps people's code from other accounts of the machine, also in folders made before", async () => {
  const directory = await mkdtemp(path.join(os.tmpdir(), "cairn-folders-"));
  try {
    await makePrivateFolders(directory);
    await makePrivateFolders(directory);
    for (const name of ["repositories", "mirrors", "contexts", "indexes"]) {
      expect((await stat(path.join(directory, name))).mode & 0o777).toBe(0o700);
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});
