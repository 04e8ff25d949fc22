import { readFile } from "node:fs/promises";
import path from "node:path";

import { runGit } from "#server/platform/git/process/run-git.ts";

/** Points a bare repository's HEAD, which is what a clone checks out, at this branch; it need not exist. */
export async function keepHead(directory: string, branch: string, options: { signal?: AbortSignal }): Promise<void> {
  const wanted = `refs/heads/${branch}`;
  if ((await readFile(path.join(directory, "HEAD"), "utf8")) === `ref: ${wanted}\n`) return;
  await runGit({ directory, args: ["symbolic-ref", "--end-of-options", "HEAD", wanted], signal: options.signal });
}
