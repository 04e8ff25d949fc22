import { runGit } from "#server/platform/git/process/run-git.ts";

/** Makes an empty bare repository, whose branches may be rewritten unless a hook says otherwise, in a folder that exists. */
export async function initBare(directory: string, signal?: AbortSignal): Promise<void> {
  const git = (args: readonly string[]) => runGit({ directory, args, signal });
  await git(["init", "--quiet", "--bare", "--template=", "--initial-branch=main"]);
  // Git takes a repository that other accounts may read for one that people share, and lets nobody rewrite it.
  await git(["config", "receive.denyNonFastForwards", "false"]);
}
