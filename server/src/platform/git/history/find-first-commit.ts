import { isObjectId } from "#server/platform/git/objects/resolve-commit.ts";
import { runGit } from "#server/platform/git/process/run-git.ts";

const timeoutMs = 5_000;

/** The commit with which the line of first parents begins, as far as the history is here; null for no commit at all. */
export async function findFirstCommit(
  directory: string,
  head: string,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<string | null> {
  if (!isObjectId(head)) return null;
  const { stdout } = await runGit({
    directory,
    args: ["rev-list", "--first-parent", "--max-parents=0", "--end-of-options", head, "--"],
    timeoutMs,
    signal,
  });
  const oid = stdout.toString("latin1").trim();
  return isObjectId(oid) ? oid : null;
}
