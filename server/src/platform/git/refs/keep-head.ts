import { runGit } from "#server/platform/git/process/run-git.ts";

import { readHead } from "./read-head.ts";

/** Points a bare repository's HEAD, which is what a clone checks out, at this branch; it need not exist. */
export async function keepHead(directory: string, branch: string, options: { signal?: AbortSignal }): Promise<void> {
  if ((await readHead(directory)) === branch) return;
  const args = ["symbolic-ref", "--end-of-options", "HEAD", `refs/heads/${branch}`];
  await runGit({ directory, args, signal: options.signal });
}
