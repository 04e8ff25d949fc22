import { explainGitFailure } from "#server/platform/git/process/explain-git-failure.ts";
import { runGit } from "#server/platform/git/process/run-git.ts";
import { listBranches } from "#server/platform/git/refs/list-branches.ts";
import { readBranch } from "#server/platform/git/refs/read-branch.ts";

import { readObjectHeader } from "./object-reader.ts";

const objectIdPattern = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** True for a full object id, the only spelling of an object that reaches git's arguments. */
export function isObjectId(text: string): boolean {
  return objectIdPattern.test(text);
}

/**
 * The commit of a branch name or a full commit id; null when the repository has none such. A branch wins over a
 * commit id of the same spelling. Nothing else that git would understand (`main~1`, `HEAD`, tags) is accepted.
 */
export async function resolveCommit(
  directory: string,
  revision: string,
  options: { signal?: AbortSignal } = {},
): Promise<string | null> {
  const branch = await findBranch(directory, revision, options);
  if (branch !== null || !isObjectId(revision)) return branch;
  const header = await readObjectHeader(directory, revision, options);
  return header?.type === "commit" ? header.oid : null;
}

/** No file system lets a ref be longer. */
const maxBranchBytes = 3000;

/** Git's other look-ups try further refs, and take `v1-g1234567` for an id when there is no such branch. */
async function findBranch(directory: string, name: string, options: { signal?: AbortSignal }): Promise<string | null> {
  if (!isBranchName(name) || Buffer.byteLength(name) > maxBranchBytes) return null;
  // A name that is no UTF-8 cannot be an argument, so it is found by what it looks like, if nothing else looks so.
  if (name.includes("\ufffd")) {
    const [branch, another] = (await listBranches(directory, options)).filter((found) => found.name === name);
    return branch === undefined || another !== undefined ? null : branch.oid;
  }
  const known = await readBranch(directory, name);
  if (known.kind !== "unknown") return known.kind === "found" ? known.oid : null;
  let complaint = "";
  const { exitCode, stdout } = await runGit({
    directory,
    args: ["show-ref", "--verify", "--hash", "--end-of-options", `refs/heads/${name}`],
    acceptExitCodes: [0, 128],
    onStderr: (text) => (complaint += text),
    ...options,
  });
  if (exitCode === 0) return stdout.toString("latin1").trim();
  // Git says it of missing branches with the exit code of all its troubles.
  if (complaint.includes(" - not a valid ref")) return null;
  throw explainGitFailure({ stderr: complaint, hadCredential: false, cause: new Error(`git show-ref: ${complaint}`) });
}

/** Refuses what git never allows in a ref, so that a name cannot turn into an expression such as `main~1`. */
export function isBranchName(name: string): boolean {
  if (/[\p{Cc} ~^:?*[\\]|\.\.|@\{|\/\//u.test(name)) return false;
  if (name === "" || name.startsWith("/") || name.endsWith("/") || name.endsWith(".")) return false;
  return name.split("/").every((part) => !part.startsWith(".") && !part.endsWith(".lock"));
}
