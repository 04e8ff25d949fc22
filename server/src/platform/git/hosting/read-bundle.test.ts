import { mkdir, mkdtemp, readdir, rm, utimes } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

import { expect, it } from "vitest";

import { removeLeftBundles } from "./read-bundle.ts";

it("removes what was left hours ago, and nothing that is under way", async () => {
  const parent = await mkdtemp(path.join(os.tmpdir(), "cairn-bundles-"));
  try {
    for (const name of ["left", "current"]) await mkdir(path.join(parent, name));
    const before = new Date(Date.now() - 5 * 3_600_000);
    await utimes(path.join(parent, "left"), before, before);
    await removeLeftBundles(parent);
    expect(await readdir(parent)).toEqual(["current"]);
    await removeLeftBundles(path.join(parent, "none"));
  } finally {
    await rm(parent, { recursive: true, force: true });
  }
});
