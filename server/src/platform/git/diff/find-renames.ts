import { isObjectId } from "#server/platform/git/objects/resolve-commit.ts";
import { runGit } from "#server/platform/git/process/run-git.ts";

const timeoutMs = 20_000;
/** Above, only files that were renamed without a change are recognised; git's own limit. */
const renameLimit = 1000;
const renameArguments = [
  "diff-tree",
  "-r",
  "-z",
  "--name-status",
  "--diff-filter=R",
  "--find-renames",
  `-l${renameLimit}`,
  "--no-ext-diff",
  "--no-textconv",
];

/**
 * Where files of one commit are in another, by git's own rename detection: old path to new path, for renamed files
 * alone. Empty when the repository misses one of the two commits.
 */
export async function findRenames(
  directory: string,
  { from, to, signal }: { from: string; to: string; signal?: AbortSignal },
): Promise<Map<string, string>> {
  if (!isObjectId(from) || !isObjectId(to)) return new Map();
  const { exitCode, stdout } = await runGit({
    directory,
    args: [...renameArguments, "--end-of-options", from, to],
    acceptExitCodes: [0, 128],
    timeoutMs,
    signal,
  });
  return exitCode === 0 ? parseRenames(stdout.toString("utf8")) : new Map();
}

/** Each is "R<percent>", the former and the new path, all ended by NUL. */
function parseRenames(output: string): Map<string, string> {
  const [...pieces] = output.split("\0");
  const renames = new Map<string, string>();
  for (let at = 0; at + 2 < pieces.length; at += 3) renames.set(pieces[at + 1] ?? "", pieces[at + 2] ?? "");
  return renames;
}
