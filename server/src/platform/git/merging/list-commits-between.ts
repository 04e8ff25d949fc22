import { isObjectId } from "#server/platform/git/objects/resolve-commit.ts";
import { runGit } from "#server/platform/git/process/run-git.ts";

/** A commit in short. */
export interface CommitLine {
  oid: string;
  subject: string;
  author: { name: string; email: string };
}

const format = "--format=%H%x00%an%x00%ae%x00%s";

/** Commits that `to` reaches and `from` does not, the newest first, merges as well. */
export async function listCommitsBetween(
  directory: string,
  { from, to, limit, signal }: { from: string; to: string; limit: number; signal?: AbortSignal },
): Promise<CommitLine[]> {
  if (!isObjectId(from) || !isObjectId(to)) return [];
  const args = ["log", "-z", "--no-show-signature", format, `--max-count=${limit}`, "--end-of-options", to, `^${from}`];
  const { stdout } = await runGit({ directory, args: [...args, "--"], signal });
  const pieces = stdout.toString("utf8").split("\0");
  const commits: CommitLine[] = [];
  for (let at = 0; at + 3 < pieces.length; at += 4) {
    const [oid = "", name = "", email = "", subject = ""] = pieces.slice(at, at + 4);
    commits.push({ oid, subject, author: { name, email } });
  }
  return commits;
}

/** Whether the history of `descendant` holds the other commit; false where one of the two is missing. */
export async function isAncestor(
  directory: string,
  { oid, descendant, signal }: { oid: string; descendant: string; signal?: AbortSignal },
): Promise<boolean> {
  if (!isObjectId(oid) || !isObjectId(descendant)) return false;
  const { exitCode } = await runGit({
    directory,
    args: ["merge-base", "--is-ancestor", oid, descendant],
    acceptExitCodes: [0, 1, 128],
    signal,
  });
  return exitCode === 0;
}
