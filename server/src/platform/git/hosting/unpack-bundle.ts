import { randomUUID } from "node:crypto";
import { mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";

import { runGit } from "#server/platform/git/process/run-git.ts";

import { initBare } from "./init-bare.ts";

/**
 * Makes a bare repository at `directory` from a bundle that we wrote ourselves. After a failure the directory does not
 * exist. Not for untrusted bundles: git checks objects less strictly when it reads them from a bundle.
 */
export async function unpackBundle(bundle: string, directory: string): Promise<void> {
  const unfinished = `${directory}.${randomUUID()}`;
  await mkdir(path.dirname(directory), { recursive: true });
  try {
    await mkdir(unfinished);
    await initBare(unfinished);
    await runGit({
      directory: unfinished,
      allowProtocol: "file",
      args: ["fetch", "--quiet", "--end-of-options", bundle, "+refs/heads/*:refs/heads/*"],
    });
    await rename(unfinished, directory);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}
