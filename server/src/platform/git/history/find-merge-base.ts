import { isObjectId } from "#server/platform/git/objects/resolve-commit.ts";
import { runGit } from "#server/platform/git/process/run-git.ts";

/** The newest commit that both histories hold; null when they have nothing in common. */
export async function findMergeBase(
  directory: string,
  { commit, other, signal }: { commit: string; other: string; signal?: AbortSignal },
): Promise<string | null> {
  if (!isObjectId(commit) || !isObjectId(other)) return null;
  if (commit === other) return commit;
  const { exitCode, stdout } = await runGit({
    directory,
    args: ["merge-base", "--end-of-options", commit, other],
    acceptExitCodes: [0, 1],
    signal,
  });
  return exitCode === 0 ? stdout.toString("latin1").trim() : null;
}
