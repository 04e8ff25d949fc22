import { parseRawDate } from "#server/platform/git/process/git-date.ts";
import { runGit } from "#server/platform/git/process/run-git.ts";

export interface Branch {
  name: string;
  /** Commit of the branch. */
  oid: string;
  /** When that commit was made, ISO 8601 with offset. */
  updatedAt: string;
}

/** All branches of a mirror, the one with the newest commit first. `unmergedInto`: only those with commits that this one lacks. */
export async function listBranches(
  directory: string,
  options: { unmergedInto?: string; signal?: AbortSignal } = {},
): Promise<Branch[]> {
  const format = "%(refname:lstrip=2)%00%(objectname)%00%(committerdate:raw)";
  const unmerged = options.unmergedInto === undefined ? [] : [`--no-merged=refs/heads/${options.unmergedInto}`];
  const { stdout } = await runGit({
    directory,
    args: ["for-each-ref", "--sort=-committerdate", `--format=${format}`, ...unmerged, "refs/heads/"],
    signal: options.signal,
  });
  return stdout
    .toString("utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [name = "", oid = "", updatedAt = ""] = line.split("\0");
      return { name, oid, updatedAt: parseRawDate(updatedAt) };
    });
}
