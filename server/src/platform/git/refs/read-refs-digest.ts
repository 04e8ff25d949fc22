import { createHash } from "node:crypto";

import { runGit } from "#server/platform/git/process/run-git.ts";

/** A digest of all branches and tags and their commits: another digest means that something changed. */
export async function readRefsDigest(directory: string): Promise<string> {
  const args = ["for-each-ref", "--format=%(objectname) %(refname)", "refs/heads/", "refs/tags/"];
  const { stdout } = await runGit({ directory, args });
  return createHash("sha256").update(stdout).digest("base64");
}
