import type { Egress } from "#server/platform/egress/resolve-address.ts";
import { explainGitFailure, redactGitOutput } from "#server/platform/git/process/explain-git-failure.ts";
import { runGit } from "#server/platform/git/process/run-git.ts";

import { withRemote, type OpenRemote, type Remote } from "./remote.ts";

const timeoutMs = 10 * 60_000;
const stallTimeoutMs = 60_000;
/** Git's exit code when the remote answered and refused the branch. */
const refusedBranch = 1;
const maxStderr = 16 * 1024;

interface BranchPush {
  /** Bare repository that has the commit. */
  directory: string;
  remote: Remote;
  egress: Egress;
  branch: string;
  oid: string;
  /** Where the branch stands at the remote; null for one that is not there yet. */
  from: string | null;
  signal?: AbortSignal;
}

/**
 * What became of a push. `taken`: the branch stands elsewhere at the remote. `refused`: it does not take
 * the branch; `reason` is in its own words, which may say anything. `unconfirmed`: it took the branch, and does not have it.
 */
export type PushedBranch = { kind: "pushed" | "taken" | "unconfirmed" } | { kind: "refused"; reason: string };

/**
 * Puts a commit on a branch of a remote, and looks there whether it arrived. Done once more it leaves the same: a branch
 * that stands at this commit already is as good, and one that stands neither there nor at `from` is left alone. Throws as every call of a
 * remote does when it cannot be reached or does not take the credential.
 */
export async function pushBranch(push: BranchPush): Promise<PushedBranch> {
  const { egress } = push;
  return await withRemote(push.remote, { egress, stallTimeoutMs }, async (open) => {
    const refusal = await sendBranch(open, push);
    if (refusal !== null) return refusal;
    return { kind: (await readBranch(open, push)) === push.oid ? "pushed" : "unconfirmed" };
  });
}

async function sendBranch(
  { address, settings }: OpenRemote,
  { directory, branch, oid, from, signal }: BranchPush,
): Promise<PushedBranch | null> {
  const ref = `refs/heads/${branch}`;
  let stderr = "";
  const { exitCode, stdout } = await runGit({
    ...settings,
    directory,
    // With nothing behind the colon, the branch must not be there yet.
    args: [
      "push",
      "--porcelain",
      "--no-verify",
      `--force-with-lease=${ref}:${from ?? ""}`,
      "--end-of-options",
      address,
      `${oid}:${ref}`,
    ],
    acceptExitCodes: [0, refusedBranch],
    onStderr: (text) => {
      stderr = (stderr + text).slice(-maxStderr);
    },
    timeoutMs,
    idleTimeoutMs: stallTimeoutMs * 2,
    signal,
  });
  if (exitCode === 0) return null;
  const line = stdout
    .toString("utf8")
    .split("\n")
    .find((one) => one.startsWith("!"));
  const said = line?.split("\t")[2] ?? "";
  // The second is said by a host where somebody else moved the branch while the push was under way.
  if (said.startsWith("[rejected]") || /cannot lock ref|failed to update ref/.test(said)) return { kind: "taken" };
  if (said.startsWith("[remote rejected]")) return { kind: "refused", reason: reasonOf(said) };
  // Git ends like this as well where the remote did not answer to the end.
  throw explainGitFailure({
    stderr,
    hadCredential: settings.credential !== undefined,
    cause: new Error(`git push exited with ${exitCode}: ${redactGitOutput(stderr, settings.credential)}`),
  });
}

/** "[remote rejected] (protected branch hook declined)" */
function reasonOf(said: string): string {
  return /\((.*)\)\s*$/s.exec(said)?.[1]?.slice(0, 300) ?? "";
}

/** The commit that a branch stands at; null where the remote has no such branch. */
export async function readBranch(
  { address, settings, options }: OpenRemote,
  { directory, branch, signal }: Pick<BranchPush, "directory" | "branch" | "signal">,
): Promise<string | null> {
  const ref = `refs/heads/${branch}`;
  const { stdout } = await runGit({
    ...settings,
    directory,
    args: ["ls-remote", "--quiet", ...options, "--end-of-options", address, ref],
    idleTimeoutMs: stallTimeoutMs * 2,
    signal,
  });
  const found = stdout
    .toString("latin1")
    .split("\n")
    .find((line) => line.endsWith(`\t${ref}`));
  return found?.split("\t")[0] ?? null;
}
