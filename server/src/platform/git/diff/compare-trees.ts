import { isObjectId } from "#server/platform/git/objects/resolve-commit.ts";
import { runGit } from "#server/platform/git/process/run-git.ts";

/** A regular file in which two commits differ. */
export interface TreeDifference {
  /** At the second commit; where it is gone, at the first. */
  path: string;
  /** Where it stood at the first commit; null when it was not there. */
  oldPath: string | null;
  /** Of the contents; null on the side that lacks the file. */
  oldOid: string | null;
  newOid: string | null;
}

const timeoutMs = 10_000;
/** Above, only files that were renamed without a change are recognised; git's own limit. */
const renameLimit = 1000;

/** Files in which two commits differ, a renamed one once. Null when the repository misses one of the two. */
export async function compareTrees(
  directory: string,
  { from, to, signal }: { from: string; to: string; signal?: AbortSignal | undefined },
): Promise<TreeDifference[] | null> {
  if (!isObjectId(from) || !isObjectId(to)) return null;
  const { exitCode, stdout } = await runGit({
    directory,
    args: [
      "diff-tree",
      "-r",
      "-z",
      "--raw",
      "--no-abbrev",
      "--find-renames",
      `-l${renameLimit}`,
      "--no-ext-diff",
      "--no-textconv",
      "--end-of-options",
      from,
      to,
      "--",
    ],
    acceptExitCodes: [0, 128],
    timeoutMs,
    signal,
  });
  return exitCode === 0 ? parse(stdout.toString("utf8")) : null;
}

/** Each is ":<old mode> <new mode> <old id> <new id> <status>", and its path or both paths of a rename, all ended by NUL. */
function parse(output: string): TreeDifference[] {
  const pieces = output.split("\0");
  const found: TreeDifference[] = [];
  for (let at = 0; pieces[at]?.startsWith(":") === true;) {
    const [oldMode = "", newMode = "", oldId = "", newId = "", status = ""] = (pieces[at] ?? "").slice(1).split(" ");
    const isRename = status.startsWith("R");
    const before = pieces[at + 1] ?? "";
    const path = isRename ? (pieces[at + 2] ?? "") : before;
    at += isRename ? 3 : 2;
    const oldOid = oldMode.startsWith("100") ? oldId : null;
    const newOid = newMode.startsWith("100") ? newId : null;
    if (oldOid === null && newOid === null) continue;
    found.push({ path, oldPath: oldOid === null ? null : before, oldOid, newOid });
  }
  return found;
}
