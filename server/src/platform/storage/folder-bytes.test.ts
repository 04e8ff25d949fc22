import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

import { expect, it } from "vitest";

import { folderBytes } from "./folder-bytes.ts";

it("counts the files of a folder and of those in it, and what is linked not again", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "cairn-bytes-"));
  try {
    await mkdir(path.join(folder, "objects", "pack"), { recursive: true });
    await writeFile(path.join(folder, "HEAD"), "12345");
    await writeFile(path.join(folder, "objects", "pack", "one.pack"), Buffer.alloc(1_000));
    await symlink(path.join(folder, "objects"), path.join(folder, "linked"));
    expect(await folderBytes(folder)).toBe(1_005);
    expect(await folderBytes(path.join(folder, "none"))).toBe(0);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
